//! A release for x86-64 has two programs: one for every processor, which people start, and beside it a faster
//! one for the level x86-64-v3, which the first becomes where it can.

/// Becomes the faster program of the same version if it is beside this one and the processor can run it,
/// unless `QUINCUNX_PROCESSOR` is `any`.
#[cfg(all(unix, target_arch = "x86_64", not(target_feature = "avx2")))]
pub(crate) fn start_instead() {
    use std::os::unix::process::CommandExt as _;
    use std::process::Command;

    if !quincunx_catalog::is_x86_64_v3_wanted() {
        return;
    }
    let Ok(this) = crate::files::program() else {
        return;
    };
    let faster = this.with_file_name(concat!("quincunx-", env!("CARGO_PKG_VERSION"), "-x86-64-v3"));
    if faster == this || !faster.is_file() {
        return;
    }
    let mut arguments = std::env::args_os();
    let mut command = Command::new(faster);
    if let Some(name) = arguments.next() {
        command.arg0(name);
    }
    // It returns only when it fails; then this program goes on.
    let _ = command.args(arguments).exec();
}

/// This program is compiled for its processor already, or there is one for all.
#[cfg(not(all(unix, target_arch = "x86_64", not(target_feature = "avx2"))))]
pub(crate) const fn start_instead() {}
