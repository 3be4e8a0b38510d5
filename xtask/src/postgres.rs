//! A PostgreSQL of the tests' own: made in a temporary folder, reached through a socket there, gone
//! afterwards.

use anyhow::Result;

use crate::steps::Steps;

/// The variable by which tests learn the address of a PostgreSQL server on which they may make databases.
pub(crate) const ADDRESS: &str = "QUINCUNX_POSTGRES";

/// Whether tests that need PostgreSQL can run.
pub(crate) enum Postgres {
    /// The one whose address was given to us.
    Given,
    /// One that we have started.
    #[cfg(unix)]
    Started(unix::Server),
    /// None, and why.
    Missing(String),
}

impl Postgres {
    /// Starts a server, unless the address of one is given, installing it where that is possible.
    ///
    /// # Errors
    /// When it is there and cannot be started.
    pub(crate) fn start(steps: &mut Steps) -> Result<Self> {
        if std::env::var_os(ADDRESS).is_some() {
            return Ok(Self::Given);
        }
        #[cfg(unix)]
        return unix::start(steps);
        #[cfg(not(unix))]
        {
            let _ = steps;
            Ok(Self::Missing(format!(
                "set {ADDRESS} to the address of a server on which they may make databases"
            )))
        }
    }

    /// Returns the address for the environment of tests, where they do not have it already.
    pub(crate) fn address(&self) -> Option<String> {
        match self {
            #[cfg(unix)]
            Self::Started(server) => Some(server.address()),
            Self::Given | Self::Missing(_) => None,
        }
    }

    /// Returns why there is none.
    pub(crate) fn missing(&self) -> Option<&str> {
        match self {
            Self::Missing(why) => Some(why),
            _ => None,
        }
    }
}

#[cfg(unix)]
mod unix {
    use std::fs::{self, File};
    use std::os::unix::fs::{MetadataExt, chown};
    use std::os::unix::process::CommandExt;
    use std::path::PathBuf;
    use std::process::{Child, Command, Stdio};
    use std::time::{Duration, Instant};

    use anyhow::{Context, Result, bail};
    use tempfile::TempDir;

    use super::{ADDRESS, Postgres};
    use crate::debian;
    use crate::steps::Steps;

    /// How long a server may take to start and to stop.
    const PATIENCE: Duration = Duration::from_secs(30);

    /// What is needed of a PostgreSQL.
    const PROGRAMS: [&str; 4] = ["initdb", "pg_ctl", "pg_isready", "postgres"];

    /// A server that runs.
    pub(crate) struct Server {
        process: Child,
        programs: Programs,
        folder: TempDir,
    }

    /// Where PostgreSQL's programs lie, and as whom they run: they refuse to run as root.
    struct Programs {
        folder: PathBuf,
        user: Option<(u32, u32)>,
    }

    pub(super) fn start(steps: &mut Steps) -> Result<Postgres> {
        let folder = TempDir::with_prefix("quincunx-postgres-").context("no temporary folder can be made")?;
        let root = folder.path().metadata()?.uid() == 0;
        let Some(programs) = find().or_else(|| debian::install(steps, &["postgresql"]).then(find).flatten())
        else {
            let how = format!("install PostgreSQL, or set {ADDRESS} to the address of a server");
            return Ok(Postgres::Missing(format!(
                "no initdb in PATH or /usr/lib/postgresql; {how}"
            )));
        };
        let user = if root { unprivileged() } else { None };
        if root && user.is_none() {
            return Ok(Postgres::Missing(
                "PostgreSQL does not run as root, and there is no user postgres or nobody".to_owned(),
            ));
        }
        if let Some((user, group)) = user {
            chown(folder.path(), Some(user), Some(group))
                .context("the temporary folder cannot be given away")?;
        }
        let programs = Programs {
            folder: programs,
            user,
        };
        let data = folder.path().join("data");
        let mut make = programs.command("initdb");
        make.arg("--pgdata").arg(&data).args([
            "--username=quincunx",
            "--auth=trust",
            "--encoding=UTF8",
            "--locale=C",
            "--no-sync",
        ]);
        steps.run("a PostgreSQL for the tests", make.stdout(Stdio::null()))?;
        let log = File::create(folder.path().join("log"))?;
        let process = programs
            .command("postgres")
            .arg("-D")
            .arg(&data)
            .arg("-k")
            .arg(folder.path())
            .args(["-c", "listen_addresses=", "-c", "fsync=off"])
            .stdin(Stdio::null())
            .stdout(log.try_clone()?)
            .stderr(log)
            .spawn()
            .context("postgres could not be started")?;
        let mut server = Server {
            process,
            programs,
            folder,
        };
        server.wait_until_ready()?;
        Ok(Postgres::Started(server))
    }

    impl Server {
        /// Returns the address of the server's own database.
        pub(super) fn address(&self) -> String {
            format!(
                "postgres://quincunx@localhost/postgres?host={}",
                self.folder.path().display()
            )
        }

        fn wait_until_ready(&mut self) -> Result<()> {
            let start = Instant::now();
            loop {
                let mut ready = self.programs.command("pg_isready");
                ready.arg("--quiet").arg("--host").arg(self.folder.path());
                if ready
                    .status()
                    .context("pg_isready could not be started")?
                    .success()
                {
                    return Ok(());
                }
                if self.process.try_wait()?.is_some() || start.elapsed() > PATIENCE {
                    let log = fs::read_to_string(self.folder.path().join("log")).unwrap_or_default();
                    bail!("PostgreSQL did not start:\n{log}");
                }
                std::thread::sleep(Duration::from_millis(50));
            }
        }
    }

    impl Drop for Server {
        fn drop(&mut self) {
            let mut stop = self.programs.command("pg_ctl");
            stop.args(["stop", "--silent", "--mode=immediate", "--pgdata"])
                .arg(self.folder.path().join("data"));
            if !stop.status().is_ok_and(|status| status.success()) {
                // It may be gone already; there is nobody to tell.
                let _ = self.process.kill();
            }
            let _ = self.process.wait();
        }
    }

    impl Programs {
        fn command(&self, program: &str) -> Command {
            let mut command = Command::new(self.folder.join(program));
            // Programs of another user may not enter the folder that we are in.
            command.current_dir("/");
            if let Some((user, group)) = self.user {
                command.uid(user).gid(group);
            }
            command
        }
    }

    /// Looks for the programs in PATH and where Debian keeps them, the newest version first.
    fn find() -> Option<PathBuf> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let mut versions: Vec<(u32, PathBuf)> = fs::read_dir("/usr/lib/postgresql")
            .into_iter()
            .flatten()
            .filter_map(|entry| {
                let path = entry.ok()?.path();
                Some((path.file_name()?.to_str()?.parse().ok()?, path.join("bin")))
            })
            .collect();
        versions.sort_unstable_by_key(|(version, _)| std::cmp::Reverse(*version));
        std::env::split_paths(&path)
            .chain(versions.into_iter().map(|(_, folder)| folder))
            // A link to one of them says where all of them are.
            .filter_map(|folder| Some(folder.join("initdb").canonicalize().ok()?.parent()?.to_owned()))
            .find(|folder| PROGRAMS.iter().all(|program| folder.join(program).is_file()))
    }

    /// Returns user and group of an account that is not root's.
    fn unprivileged() -> Option<(u32, u32)> {
        let accounts = fs::read_to_string("/etc/passwd").ok()?;
        ["postgres", "nobody"].into_iter().find_map(|name| {
            accounts.lines().find_map(|line| {
                let mut fields = line.split(':');
                let found = fields.next() == Some(name);
                let user = fields.nth(1)?.parse().ok()?;
                let group = fields.next()?.parse().ok()?;
                found.then_some((user, group))
            })
        })
    }
}
