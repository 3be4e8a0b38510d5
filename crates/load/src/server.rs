//! The measured server.

use std::net::SocketAddr;
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};
use tokio::time::timeout;

use crate::Options;

/// The factor of the rate limits.
const BUDGET: &str = "100000";

/// The time to start, or to stop.
const PATIENCE: Duration = Duration::from_secs(20);

/// A server with its own data and port, killed when dropped.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: SocketAddr,
}

impl Server {
    /// Starts a server and waits for its address.
    pub(crate) async fn start(options: &Options, data: &Path) -> Result<Self> {
        let program = &options.program;
        let mut command = Command::new(program);
        command.args(["serve", "--listen", "127.0.0.1:0", "--log", "error"]);
        command.args(["--budget", BUDGET]);
        match &options.database {
            Some(database) => command.args(["--database", database]),
            None => command.arg("--data").arg(data),
        };
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .with_context(|| format!("cannot start {}; `cargo xtask load` builds it", program.display()))?;
        let output = child.stdout.take().context("its output is piped")?;
        let mut line = String::new();
        timeout(PATIENCE, BufReader::new(output).read_line(&mut line))
            .await
            .context("the server does not say where it is")??;
        let address = line
            .trim()
            .strip_prefix("http://")
            .and_then(|rest| rest.strip_suffix('/'))
            .and_then(|address| address.parse().ok());
        let address = address.with_context(|| format!("the server says `{}` and no address", line.trim()))?;
        Ok(Self { child, address })
    }

    /// Returns its memory in bytes, on Linux.
    pub(crate) fn memory(&self) -> Result<u64> {
        let id = self.child.id().context("the server has ended")?;
        let status = std::fs::read_to_string(format!("/proc/{id}/status"))
            .context("memory is measured on Linux only")?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
        Ok(kilobytes.context("VmRSS is missing")? * 1024)
    }

    /// Stops it and returns how long that took.
    pub(crate) async fn stop(mut self) -> Result<(Duration, ExitStatus)> {
        let id = self.child.id().context("the server has ended")?;
        let start = Instant::now();
        let mut kill = Command::new("kill");
        let asked = kill.args(["-TERM", &id.to_string()]).status().await;
        if !asked.context("there is no `kill`")?.success() {
            bail!("the server cannot be asked to end");
        }
        let status = timeout(PATIENCE, self.child.wait()).await;
        Ok((start.elapsed(), status.context("the server does not end")??))
    }

    /// Kills it like a power failure.
    pub(crate) async fn kill(mut self) -> Result<()> {
        self.child.kill().await.context("the server cannot be killed")
    }
}

pub(crate) fn folder() -> Result<TempDir> {
    tempfile::Builder::new()
        .prefix("quincunx-load-")
        .tempdir()
        .context("there is no room for data")
}
