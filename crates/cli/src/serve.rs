//! `quincunx serve`: the games in a browser.

use std::env;
use std::io::{self, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context as _;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use etcetera::BaseStrategy as _;
use quincunx_server::engine_pool::{Mind, MindOptions};
use quincunx_server::http::{self, AppState, Budgets, Settings};
use quincunx_server::hub::{Hub, HubOptions};
use quincunx_server::store::{Location, Store};
use tokio::net::TcpListener;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{Layer as _, fmt};

use crate::failure::WrongUse;

pub(crate) const NAME: &str = "serve";

/// Where the server listens when it is not told.
const LISTEN: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8080);

/// How many ports are tried, from that one on.
const PORTS: u16 = 20;

/// How long the server may take to stop, but for its threads; two thirds of it are for visitors to go.
const PATIENCE: Duration = Duration::from_millis(4200);

/// Names the database where the command line does not: everybody on the machine can read that, passwords included.
const DATABASE: &str = "QUINCUNX_DATABASE";

/// The file of the games in the data directory.
const FILE: &str = "quincunx.db";

/// Open files that are no connections: the database, the program's own.
const OWN_FILES: u64 = 128;

pub(crate) fn command() -> Command {
    Command::new(NAME)
        .about("Serve the games to browsers: play, analyse and share on a page")
        .after_help(
            "Examples:\n  \
             quincunx serve                                   then open the address it prints\n  \
             quincunx serve --data ~/games                    keep the games there; `quincunx backup` copies them\n  \
             quincunx serve --listen 0.0.0.0:8080             for other machines of the network\n  \
             quincunx serve --allow-host games.example        behind a proxy that goes by that name\n  \
             quincunx serve --database postgres://localhost/quincunx\n\n\
             The address goes to standard output, the log to standard error. Ctrl-C or SIGTERM ends the server within\n\
             5 s, a second Ctrl-C at once; nothing that was acknowledged is lost either way.",
        )
        .arg(
            Arg::new("listen")
                .long("listen")
                .value_name("ADDRESS:PORT")
                .value_parser(value_parser!(SocketAddr))
                .help("Listen there; port 0 takes a free one [default: 127.0.0.1:8080, or the next free port]"),
        )
        .arg(data())
        .arg(
            Arg::new("database")
                .long("database")
                .value_name("URL")
                .conflicts_with("data")
                .help("Keep the games in PostgreSQL, which several servers may share: postgres://… [env: QUINCUNX_DATABASE]"),
        )
        .arg(
            Arg::new("allow-host")
                .long("allow-host")
                .value_name("NAME")
                .action(ArgAction::Append)
                .help("Answer to this name too, as it stands in a browser's address; may be repeated"),
        )
        .arg(
            Arg::new("threads")
                .long("threads")
                .value_name("N")
                .value_parser(value_parser!(NonZeroUsize))
                .help("Use N threads to serve, N to move and N − 1 to analyse [default: as many as processors]"),
        )
        .arg(
            Arg::new("budget")
                .long("budget")
                .value_name("FACTOR")
                .value_parser(value_parser!(NonZeroU32))
                .default_value("1")
                .help("Let each address ask for FACTOR times as much; behind a proxy all visitors have one address"),
        )
        .arg(
            Arg::new("log")
                .long("log")
                .value_name("LEVEL")
                .default_value("info")
                .help("Log error, warn, info, debug or trace, or by part: info,quincunx_server=debug"),
        )
        .arg(
            Arg::new("json")
                .long("json")
                .action(ArgAction::SetTrue)
                .help("Log JSON, an object a line"),
        )
}

/// The option that says where the games are.
pub(crate) fn data() -> Arg {
    Arg::new("data")
        .long("data")
        .value_name("DIR")
        .value_parser(value_parser!(PathBuf))
        .help("Keep the games in DIR/quincunx.db [default: this user's data directory]")
}

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<()> {
    start_log(matches)?;
    let threads = matches
        .get_one::<NonZeroUsize>("threads")
        .copied()
        .or_else(|| std::thread::available_parallelism().ok())
        .unwrap_or(NonZeroUsize::MIN);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(threads.get())
        .enable_all()
        .build()
        .context("cannot start the threads of the server")?;
    let served = runtime.block_on(serve(matches, threads));
    // Whoever is still connected has had the time there was.
    runtime.shutdown_timeout(Duration::from_millis(500));
    served
}

fn start_log(matches: &ArgMatches) -> anyhow::Result<()> {
    let text = matches.get_one::<String>("log").expect("it has a default");
    let filter: Targets = text
        .parse()
        .map_err(|error| WrongUse(format!("--log `{text}`: {error}; try info or debug")))?;
    let log = fmt::layer().with_writer(io::stderr);
    let log = if matches.get_flag("json") {
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

async fn serve(matches: &ArgMatches, threads: NonZeroUsize) -> anyhow::Result<()> {
    let listener = listen(matches.get_one::<SocketAddr>("listen").copied()).await?;
    let address = listener.local_addr().context("the address is not known")?;
    let factor = matches.get_one::<NonZeroU32>("budget").expect("it has a default");
    let names = matches.get_many::<String>("allow-host").unwrap_or_default();
    let settings = Settings {
        listen: address,
        names: names.cloned().collect(),
        budgets: Budgets::default().times(factor.get()),
        connections: places(),
    };
    let mind = Mind::start(MindOptions {
        players: threads.get(),
        analysts: threads.get().saturating_sub(1).max(1),
    })
    .context("cannot start the threads that think")?;
    let location = location(matches)?;
    let store = Store::open(&location).await;
    let store = store.with_context(|| format!("cannot open the log of the games, {location:?}"))?;
    let hub = Hub::start(store, mind.clone(), HubOptions::default())
        .await
        .context("cannot take up the games of the log")?;
    let state = AppState::new(hub, mind, settings);
    let serving = tokio::spawn(http::serve(listener, state.clone()));
    say_where(address)?;
    stop_signal().await?;
    tracing::info!("stopping; once more ends at once");
    tokio::spawn(async {
        if stop_signal().await.is_ok() {
            // As shells report programs that Ctrl-C ended.
            std::process::exit(130);
        }
    });
    let all_gone = state.stop(PATIENCE).await;
    serving.await.context("the server failed")?;
    tracing::info!(all_gone, "stopped");
    Ok(())
}

/// Listens where it is told, else at the first free port from the usual one on.
async fn listen(told: Option<SocketAddr>) -> anyhow::Result<TcpListener> {
    if let Some(address) = told {
        return TcpListener::bind(address)
            .await
            .with_context(|| format!("cannot listen at {address}"));
    }
    for port in LISTEN.port()..LISTEN.port() + PORTS {
        match TcpListener::bind((LISTEN.ip(), port)).await {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {}
            other => return other.with_context(|| format!("cannot listen at {}:{port}", LISTEN.ip())),
        }
    }
    let last = LISTEN.port() + PORTS - 1;
    anyhow::bail!(
        "the ports {} to {last} are taken; --listen 127.0.0.1:0 finds a free one",
        LISTEN.port()
    )
}

/// Prints the address to open, alone on its line for programs to read.
fn say_where(address: SocketAddr) -> io::Result<()> {
    let mut shown = address;
    if address.ip().is_unspecified() {
        shown.set_ip(match address {
            SocketAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            SocketAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
        });
    }
    let mut output = io::stdout().lock();
    writeln!(output, "http://{shown}/")?;
    output.flush()?;
    tracing::info!(%address, "open the address in a browser; Ctrl-C stops the server");
    Ok(())
}

/// Returns where the games are kept.
fn location(matches: &ArgMatches) -> anyhow::Result<Location> {
    let told = matches.get_one::<String>("database").cloned();
    let database = match told {
        None if matches.get_one::<PathBuf>("data").is_none() => database_of_environment()?,
        told => told,
    };
    match database {
        Some(url) if url.starts_with("postgres://") || url.starts_with("postgresql://") => {
            Ok(Location::Postgres(url))
        }
        // It may hold a password and is not repeated.
        Some(_) => {
            let reason = format!("--database and {DATABASE} take postgres://USER@HOST/NAME");
            Err(WrongUse(reason).into())
        }
        None => Ok(Location::File(file(matches)?)),
    }
}

fn database_of_environment() -> anyhow::Result<Option<String>> {
    let Some(value) = env::var_os(DATABASE).filter(|value| !value.is_empty()) else {
        return Ok(None);
    };
    let not_text = |_| WrongUse(format!("{DATABASE} is not UTF-8"));
    Ok(Some(value.into_string().map_err(not_text)?))
}

/// Returns the file of the games.
pub(crate) fn file(matches: &ArgMatches) -> anyhow::Result<PathBuf> {
    let directory = match matches.get_one::<PathBuf>("data") {
        Some(directory) => directory.clone(),
        None => etcetera::base_strategy::choose_native_strategy()
            .map_err(|_| WrongUse("this user has no home directory; say --data DIR".to_owned()))?
            .data_dir()
            .join("quincunx"),
    };
    Ok(directory.join(FILE))
}

/// Has the system let this program open as many files as it may, and returns how many connections that makes.
fn places() -> usize {
    // Where the limit is unknown or cannot be raised, that of the oldest systems is assumed.
    let files = rlimit::increase_nofile_limit(u64::MAX).unwrap_or(256);
    usize::try_from(files.saturating_sub(OWN_FILES).max(64)).unwrap_or(usize::MAX)
}

#[cfg(unix)]
async fn stop_signal() -> io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    tokio::select! {
        stop = tokio::signal::ctrl_c() => stop,
        _ = terminate.recv() => Ok(()),
    }
}

#[cfg(not(unix))]
async fn stop_signal() -> io::Result<()> {
    tokio::signal::ctrl_c().await
}
