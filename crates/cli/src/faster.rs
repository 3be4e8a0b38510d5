//! A release for x86-64 has two programs: one for every processor, which people start, and beside it a faster
//! one for the level x86-64-v3, which the first becomes where it can.

/// Becomes the faster program if it is beside this one and the processor can run it.
#[cfg(all(target_arch = "x86_64", not(target_feature = "avx2")))]
pub(crate) fn start_instead() {
    use std::env::consts::EXE_SUFFIX;
    use std::process::Command;

    let Ok(this) = std::env::current_exe() else {
        return;
    };
    let faster = this.with_file_name(format!("quincunx-x86-64-v3{EXE_SUFFIX}"));
    if !quincunx_catalog::is_x86_64_v3() || !faster.is_file() {
        return;
    }
    let mut arguments = std::env::args_os();
    let name = arguments.next();
    let mut command = Command::new(faster);
    command.args(arguments);
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt as _;
        if let Some(name) = name {
            command.arg0(name);
        }
        // It returns only when it fails; then this program goes on.
        let _ = command.exec();
    }
    #[cfg(not(unix))]
    if let Ok(status) = command.status() {
        std::process::exit(status.code().unwrap_or(1));
    }
}

/// This program is compiled for its processor already.
#[cfg(not(all(target_arch = "x86_64", not(target_feature = "avx2"))))]
pub(crate) const fn start_instead() {}
