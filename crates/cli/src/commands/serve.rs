//! `quincunx serve`: the games in a browser.

use std::env;
use std::fs;
use std::io::{self, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context as _;
use bytesize::ByteSize;
use clap::{ArgMatches, Args, Command, FromArgMatches as _};
use quincunx_server::engine_pool::{EnginePool, EnginePoolOptions};
use quincunx_server::http::{self, AppState, Budgets, Settings};
use quincunx_server::hub::{Hub, HubOptions};
use quincunx_server::site;
use quincunx_server::store::{Location, Store};
use tokio::net::TcpListener;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{Layer as _, fmt};

use crate::args::server_files::{database_file, engine_file};
use crate::args::{all_threads, whole_number};
use crate::output::failure::{WrongUse, signal_status};

const LISTEN: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8080);

/// The number of ports that are tried from the default one on.
const PORTS: u16 = 20;

/// The time to stop before threads are ended; visitors have two thirds of it to disconnect.
const STOP_TIMEOUT: Duration = Duration::from_millis(4200);

/// The environment variable of the database: command lines, with their passwords, are visible to every user.
const DATABASE: &str = "QUINCUNX_DATABASE";

/// Open files besides connections: the database, the program's own.
const OWN_FILES: u64 = 128;

/// The unit of `--keep`.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

#[derive(Args)]
struct Options {
    /// Address; port 0 takes a free one [default: 127.0.0.1:8080, or the next free port]
    #[arg(long, value_name = "ADDRESS:PORT", value_parser = listen_address)]
    listen: Option<SocketAddr>,
    /// Folder of the games, in quincunx.db [default: this user's data directory]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// PostgreSQL database of the games, for several servers: postgres://… [env: QUINCUNX_DATABASE]
    #[arg(long, value_name = "URL", conflicts_with = "data")]
    database: Option<String>,
    /// Further host name of the server; may be repeated
    #[arg(long, value_name = "NAME")]
    allow_host: Vec<String>,
    /// Threads to serve and to play; N − 1 analyse [default: as many as processors]
    #[arg(long, value_name = "N", allow_negative_numbers = true,
        value_parser = whole_number(NonZeroUsize::MIN..=NonZeroUsize::MIN.saturating_add(1023)))]
    threads: Option<NonZeroUsize>,
    /// Factor of the rate limits per address; behind a proxy all visitors have one address
    #[arg(long, value_name = "FACTOR", default_value = "1", allow_negative_numbers = true,
        value_parser = whole_number(NonZeroU32::MIN..=NonZeroU32::MAX))]
    budget: NonZeroU32,
    /// Days that a table is kept after its last move [default: for ever]
    #[arg(long, value_name = "DAYS", allow_negative_numbers = true,
        value_parser = whole_number(NonZeroU32::MIN..=NonZeroU32::MAX))]
    keep: Option<NonZeroU32>,
    /// Size of the log from which on no new tables are made, as in 500MiB; 0 for any size
    #[arg(long, value_name = "SIZE", default_value = "10GiB", value_parser = size)]
    max_disk: ByteSize,
    /// WebAssembly module of the engine, with which browsers analyse by themselves [default:
    /// quincunx.wasm beside this program, if it is there]
    #[arg(long, value_name = "FILE")]
    engine: Option<PathBuf>,
    /// Log level: error, warn, info, debug or trace, or by part: info,quincunx_server=debug
    #[arg(long, value_name = "LEVEL", default_value = "info")]
    log: String,
    /// Log JSON, an object per line
    #[arg(long)]
    json: bool,
}

/// Parses a number of bytes: `500MiB`, `10 GB`, or bytes without a unit.
fn size(text: &str) -> Result<ByteSize, String> {
    text.parse()
        .map_err(|_| "expected a size, as `500MiB`, `10GB` or `0`".to_owned())
}

pub(crate) fn command(command: Command) -> Command {
    let command = command.about("Serve the games to browsers").after_help(
        "Examples:\n  \
         quincunx serve                                   then open the address it prints\n  \
         quincunx serve --data ~/games                    the folder of the games; `backup` copies it\n  \
         quincunx serve --listen 0.0.0.0:8080             for other machines of the network\n  \
         quincunx serve --allow-host games.example        behind a proxy of that name\n  \
         quincunx serve --keep 90 --max-disk 2GiB         remove tables after 90 days; none beyond 2 GiB\n  \
         quincunx serve --database postgres://localhost/quincunx\n\n\
         The address goes to standard output, the log to standard error. Ctrl-C or SIGTERM ends the server within \
         5 s, a second Ctrl-C at once; no acknowledged move is lost either way.\n\n\
         Exit status: 130 after Ctrl-C and 143 after SIGTERM, 1 when it cannot start or visitors had not gone in time, \
         2 for a wrong command line.",
    );
    Options::augment_args(command)
}

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let options = Options::from_arg_matches(matches)?;
    start_log(&options)?;
    let threads = options.threads.unwrap_or_else(all_threads);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(threads.get())
        .enable_all()
        .build()
        .context("cannot start the threads of the server")?;
    let served = runtime.block_on(serve(options, threads));
    runtime.shutdown_timeout(Duration::from_millis(500));
    served.map(signal_status)
}

fn start_log(options: &Options) -> anyhow::Result<()> {
    let text = &options.log;
    let invalid = |error| WrongUse::error(format!("--log `{text}`: {error}; try info or debug"));
    let filter: Targets = text.parse().map_err(invalid)?;
    // A word that is no level would be the only part of the program that is logged.
    let is_level = |word: &str| word.contains('=') || word.trim().parse::<LevelFilter>().is_ok();
    if let Some(word) = text.split(',').find(|word| !is_level(word)) {
        bail_misuse!("--log: expected off, error, warn, info, debug, trace or PART=LEVEL, found `{word}`");
    }
    let log = fmt::layer().with_writer(io::stderr);
    let log = if options.json {
        log.json().boxed()
    } else {
        let is_coloured = io::IsTerminal::is_terminal(&io::stderr()) && env::var_os("NO_COLOR").is_none();
        log.with_ansi(is_coloured).boxed()
    };
    tracing_subscriber::registry()
        .with(log.with_filter(filter))
        .init();
    Ok(())
}

/// Serves until a signal stops the server, and returns the signal.
async fn serve(options: Options, threads: NonZeroUsize) -> anyhow::Result<i32> {
    let listener = listen(options.listen).await?;
    let address = listener.local_addr().context("cannot read the address")?;
    let location = location(&options)?;
    let settings = Settings {
        listen: address,
        names: options.allow_host,
        budgets: Budgets::default().times(options.budget.get()),
        connections: connections(),
        engine: engine(options.engine)?,
    };
    let engines = EnginePool::start(EnginePoolOptions {
        players: threads.get(),
        analysts: threads.get().saturating_sub(1).max(1),
    })
    .context("cannot start the engine threads")?;
    let store = Store::open(&location).await;
    let store = store.with_context(|| match &location {
        Location::Postgres(_) => "cannot open the games in the PostgreSQL database".to_owned(),
        Location::File(_) | Location::Memory => "cannot open the games".to_owned(),
    })?;
    let hub_options = HubOptions::default();
    let hub_options = HubOptions {
        written: hub_options.written.times(options.budget.get()),
        max_disk: Some(options.max_disk.as_u64()).filter(|&bytes| bytes > 0),
        keep: options.keep.map(|days| DAY * days.get()),
        ..hub_options
    };
    let hub = Hub::start(store, engines.clone(), hub_options)
        .await
        .context("cannot load the games of the log")?;
    let state = AppState::new(hub, engines, settings);
    let serving = tokio::spawn(http::serve(listener, state.clone()));
    // Whoever reads the address may stop the server at once.
    let mut signals = StopSignals::handle().context("cannot handle signals")?;
    print_address(address)?;
    let signal = signals.next().await?;
    tracing::info!("stopping; a second signal ends at once");
    tokio::spawn(async move {
        if let Ok(signal) = signals.next().await {
            std::process::exit(128 + signal);
        }
    });
    let all_gone = state.stop(STOP_TIMEOUT).await;
    serving.await.context("the server failed")?;
    tracing::info!(all_gone, "stopped");
    anyhow::ensure!(
        all_gone,
        "stopped in the middle of an answer, or before the database was closed; acknowledged moves are kept"
    );
    Ok(signal)
}

/// Reads the engine: the file that was named, or the one beside the program if there is one.
fn engine(named: Option<PathBuf>) -> anyhow::Result<Option<Vec<u8>>> {
    let is_named = named.is_some();
    let file = engine_file(named)?;
    match fs::read(&file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound && !is_named => Ok(None),
        read => {
            let module = read.with_context(|| format!("cannot read the engine {}", file.display()))?;
            let invalid = |error| WrongUse::error(format!("{} is not the engine: {error}", file.display()));
            site::check_engine(&module).map_err(invalid)?;
            Ok(Some(module))
        }
    }
}

/// Listens at an address, by default at the first free port from the default one on.
async fn listen(address: Option<SocketAddr>) -> anyhow::Result<TcpListener> {
    if let Some(address) = address {
        return TcpListener::bind(address)
            .await
            .map_err(|error| cannot_listen(address, error));
    }
    for port in LISTEN.port()..LISTEN.port() + PORTS {
        match TcpListener::bind((LISTEN.ip(), port)).await {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {}
            other => return other.map_err(|error| cannot_listen(SocketAddr::new(LISTEN.ip(), port), error)),
        }
    }
    let last = LISTEN.port() + PORTS - 1;
    anyhow::bail!(
        "the ports {} to {last} are in use; --listen 127.0.0.1:0 takes a free one",
        LISTEN.port()
    )
}

/// Returns why there is no server at an address, and where one could be.
fn cannot_listen(address: SocketAddr, error: io::Error) -> anyhow::Error {
    let port = address.port();
    let advice = match error.kind() {
        io::ErrorKind::AddrInUse => {
            format!("another program listens at port {port}; choose another port, or 0 for a free one")
        }
        io::ErrorKind::AddrNotAvailable => {
            let all = match address {
                SocketAddr::V4(_) => "0.0.0.0",
                SocketAddr::V6(_) => "[::]",
            };
            format!(
                "this machine has no address {}; {all}:{port} is all that it has",
                address.ip()
            )
        }
        io::ErrorKind::PermissionDenied => {
            format!("port {port} is not for every user; choose one from 1024 on, such as 8080")
        }
        _ => return anyhow::Error::from(error).context(format!("cannot listen at {address}")),
    };
    anyhow::anyhow!("cannot listen at {address}: {advice}")
}

/// Parses an address to listen at.
fn listen_address(text: &str) -> Result<SocketAddr, String> {
    let expected = |_| "expected an IP address and a port, as 127.0.0.1:8080 or [::1]:8080".to_owned();
    text.parse().map_err(expected)
}

/// Prints the address to open, alone on its line for programs to read.
fn print_address(address: SocketAddr) -> io::Result<()> {
    let mut shown = address;
    if address.ip().is_unspecified() {
        shown.set_ip(match address {
            SocketAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            SocketAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
        });
    }
    let mut output = crate::output::stdout();
    writeln!(output, "http://{shown}/")?;
    output.flush()?;
    tracing::info!(%address, "open the address in a browser; Ctrl-C stops the server");
    Ok(())
}

fn location(options: &Options) -> anyhow::Result<Location> {
    let database = match &options.database {
        None if options.data.is_none() => database_of_environment()?,
        database => database.clone(),
    };
    match database {
        Some(url) if url.starts_with("postgres://") || url.starts_with("postgresql://") => {
            Ok(Location::Postgres(url))
        }
        // The URL may hold a password and is not repeated.
        Some(_) => Err(WrongUse::error(format!(
            "--database or {DATABASE}: expected postgres://USER@HOST/NAME"
        ))),
        None => Ok(Location::File(database_file(options.data.as_deref())?)),
    }
}

fn database_of_environment() -> anyhow::Result<Option<String>> {
    let Some(value) = env::var_os(DATABASE).filter(|value| !value.is_empty()) else {
        return Ok(None);
    };
    let not_text = |_| WrongUse::error(format!("{DATABASE} is not UTF-8"));
    Ok(Some(value.into_string().map_err(not_text)?))
}

/// Raises the limit of open files and returns the number of connections that it allows.
fn connections() -> usize {
    // An unknown limit is assumed to be that of the oldest systems.
    let files = rlimit::increase_nofile_limit(u64::MAX).unwrap_or(256);
    usize::try_from(files.saturating_sub(OWN_FILES).max(64)).unwrap_or(usize::MAX)
}

/// The number of the signal that Ctrl-C sends.
const CTRL_C: i32 = 2;

/// The signals that stop the server; they are handled from the moment that this is made.
#[cfg(unix)]
struct StopSignals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl StopSignals {
    fn handle() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
        })
    }

    /// Waits for a signal and returns its number.
    async fn next(&mut self) -> io::Result<i32> {
        tokio::select! {
            _ = self.interrupt.recv() => Ok(CTRL_C),
            _ = self.terminate.recv() => Ok(tokio::signal::unix::SignalKind::terminate().as_raw_value()),
        }
    }
}

/// Ctrl-C, which stops the server.
#[cfg(not(unix))]
struct StopSignals;

#[cfg(not(unix))]
impl StopSignals {
    fn handle() -> io::Result<Self> {
        Ok(Self)
    }

    async fn next(&mut self) -> io::Result<i32> {
        tokio::signal::ctrl_c().await.map(|()| CTRL_C)
    }
}
