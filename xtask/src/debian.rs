//! Debian's packages: what a chore needs is installed where that can be done.

use std::process::Command;

use crate::steps::{Steps, runs};

/// Installs packages if we are root on a system that has `apt-get`; returns whether they are there now.
///
/// A failure is printed, and is no error: the chore runs without them and reports that.
pub(crate) fn install(steps: &mut Steps, packages: &[&str]) -> bool {
    if !is_root() || !runs("apt-get") {
        return false;
    }
    let names = packages.join(", ");
    let mut update = Command::new("apt-get");
    update.args(["update", "--quiet"]);
    let mut install = Command::new("apt-get");
    install
        .args(["install", "--quiet", "--yes", "--no-install-recommends"])
        .args(packages)
        .env("DEBIAN_FRONTEND", "noninteractive");
    let done = steps
        .run("package lists", &mut update)
        .and_then(|()| steps.run(&format!("installation of {names}"), &mut install));
    done.inspect_err(|error| println!("{error:#}")).is_ok()
}

/// Returns whether we may install packages.
fn is_root() -> bool {
    Command::new("id")
        .arg("-u")
        .output()
        .is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}
