//! The program under a real pseudo-terminal, as a person meets it.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};
use quincunx_catalog::GAMES;

/// How long anything may take before a test fails; nothing is asserted about less.
const PATIENCE: Duration = Duration::from_secs(60);

/// The program in a terminal of 100 columns and 30 lines.
struct Session {
    master: Box<dyn MasterPty + Send>,
    child: Box<dyn portable_pty::Child + Send + Sync>,
    keys: Box<dyn Write + Send>,
    screen: Arc<Mutex<vt100::Parser>>,
    written: Arc<Mutex<Vec<u8>>>,
    reader: thread::JoinHandle<()>,
    /// Whether the reader ends after what it reads next.
    is_closing: Arc<AtomicBool>,
}

impl Session {
    fn start(arguments: &[&str]) -> Self {
        Self::start_in(&std::env::temp_dir(), arguments)
    }

    fn start_in(folder: &Path, arguments: &[&str]) -> Self {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_quincunx"));
        command.args(arguments);
        command.cwd(folder);
        Self::start_command(command)
    }

    /// Starts a shell that runs the program and ends with its status.
    #[cfg(target_os = "linux")]
    fn start_in_shell(arguments: &[&str]) -> Self {
        let mut command = CommandBuilder::new("sh");
        command.args(["-c", r#""$0" "$@"; exit $?"#, env!("CARGO_BIN_EXE_quincunx")]);
        command.args(arguments);
        Self::start_command(command)
    }

    fn start_command(mut command: CommandBuilder) -> Self {
        let size = PtySize {
            rows: 30,
            cols: 100,
            pixel_width: 0,
            pixel_height: 0,
        };
        let pair = native_pty_system()
            .openpty(size)
            .expect("a pseudo-terminal can be had");
        command.env("TERM", "xterm-256color");
        command.env_remove("NO_COLOR");
        let child = pair.slave.spawn_command(command).expect("the program starts");
        let mut output = pair.master.try_clone_reader().expect("its output can be read");
        let keys = pair.master.take_writer().expect("keys can be sent");
        let screen = Arc::new(Mutex::new(vt100::Parser::new(30, 100, 0)));
        let written = Arc::new(Mutex::new(Vec::new()));
        let (to_screen, to_written) = (Arc::clone(&screen), Arc::clone(&written));
        let is_closing = Arc::new(AtomicBool::new(false));
        let is_last = Arc::clone(&is_closing);
        let reader = thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(read @ 1..) = output.read(&mut buffer) {
                let bytes = &buffer[..read];
                to_screen.lock().expect("nobody panics with it").process(bytes);
                to_written
                    .lock()
                    .expect("nobody panics with it")
                    .extend_from_slice(bytes);
                if is_last.load(Ordering::SeqCst) {
                    break;
                }
            }
        });
        Self {
            master: pair.master,
            child,
            keys,
            screen,
            written,
            reader,
            is_closing,
        }
    }

    fn press(&mut self, keys: &str) {
        self.keys
            .write_all(keys.as_bytes())
            .expect("the terminal is open");
        self.keys.flush().expect("the terminal is open");
    }

    fn contents(&self) -> String {
        self.screen
            .lock()
            .expect("nobody panics with it")
            .screen()
            .contents()
    }

    /// Waits until the screen shows a text.
    fn wait_for(&self, text: &str) {
        self.wait_until(text, |contents| contents.contains(text));
    }

    fn wait_until(&self, what: &str, is_so: impl Fn(&str) -> bool) {
        let started = Instant::now();
        while !is_so(&self.contents()) {
            assert!(
                started.elapsed() < PATIENCE,
                "waited for {what} in\n{}",
                self.contents()
            );
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Closes the terminal under the program and waits for its end.
    fn close(mut self) -> ExitStatus {
        self.is_closing.store(true, Ordering::SeqCst);
        // The list of keys is drawn, which ends the reader.
        self.press("?");
        self.reader.join().expect("reading does not panic");
        drop(self.keys);
        drop(self.master);
        wait_for_end(self.child.as_mut())
    }

    /// Waits for the end and checks that the terminal is as it was: own screen left, cursor seen, mouse let
    /// go, and lines edited and echoed again.
    fn end(mut self, modes_before: &str) -> ExitStatus {
        let started = Instant::now();
        let status = wait_for_end(self.child.as_mut());
        let is_restored = || {
            let parser = self.screen.lock().expect("nobody panics with it");
            let screen = parser.screen();
            !screen.alternate_screen()
                && !screen.hide_cursor()
                && screen.mouse_protocol_mode() == vt100::MouseProtocolMode::None
        };
        while !is_restored() {
            assert!(
                started.elapsed() < PATIENCE,
                "the terminal is given back: {}",
                self.contents()
            );
            thread::sleep(Duration::from_millis(10));
        }
        assert_eq!(self.modes(), modes_before, "the modes are as before");
        status
    }

    /// Returns the modes that raw input changes, as the system reports them.
    fn modes(&self) -> String {
        let modes = self.master.get_termios().expect("the terminal has modes");
        format!(
            "{:?} {:?} {:?}",
            modes.input_flags, modes.output_flags, modes.local_flags
        )
    }

    fn signal(&self, name: &str) {
        send(name, self.child.process_id().expect("it runs"));
    }
}

/// Sends a signal to a process.
fn send(name: &str, id: u32) {
    let sent = std::process::Command::new("kill")
        .args([name, &id.to_string()])
        .status()
        .expect("kill is there");
    assert!(sent.success());
}

fn wait_for_end(child: &mut (dyn portable_pty::Child + Send + Sync)) -> ExitStatus {
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("the child is ours") {
            return status;
        }
        assert!(started.elapsed() < PATIENCE, "the program ends");
        thread::sleep(Duration::from_millis(10));
    }
}

/// Returns the modes of a terminal that nobody has changed.
fn fresh_modes() -> String {
    let pair = native_pty_system()
        .openpty(PtySize::default())
        .expect("a pseudo-terminal can be had");
    let modes = pair.master.get_termios().expect("the terminal has modes");
    format!(
        "{:?} {:?} {:?}",
        modes.input_flags, modes.output_flags, modes.local_flags
    )
}

/// Returns a file that no other test uses.
fn temporary(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("quincunx-{}-{name}", std::process::id()))
}

#[test]
fn a_game_is_played_recorded_left_and_replayed() {
    let entry = GAMES
        .iter()
        .find(|entry| entry.players() == 1)
        .expect("there is a single-player game");
    let path = temporary("played.record");
    let file = path.to_str().expect("a plain path");
    let modes = fresh_modes();
    let mut session = Session::start(&["play", entry.id(), "--record", file, "--speed", "fast"]);
    session.wait_for("your move");
    // The computer's hint is a legal action; typing one needs no knowledge of the game.
    let action = {
        let game = entry
            .new_session(&entry.defaults(), 0)
            .expect("the defaults make a game");
        let legal = game.legal_actions();
        game.action_text(legal[0]).expect("it has a text")
    };
    session.press(&format!(":{action}\r"));
    session.wait_for(&format!("1 {action}"));
    session.press("q");
    let status = session.end(&modes);
    assert!(status.success(), "{status:?}");
    let text = std::fs::read_to_string(&path).expect("the record was saved");
    assert!(text.contains(&format!("> {action}")), "{text}");

    let mut session = Session::start(&["replay", file, "--speed", "off"]);
    session.wait_for("0/1");
    session.press("]");
    session.wait_for("1/1");
    session.press("q");
    assert!(session.end(&modes).success());
    std::fs::remove_file(&path).expect("the file is ours");
}

#[test]
fn a_record_that_cannot_be_saved_is_an_error() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let records = folder.path().join("records");
    let modes = fresh_modes();
    let arguments = [
        "play",
        "connect-four",
        "--player2",
        "h",
        "--record",
        "records/game.record",
    ];
    let session = Session::start_in(folder.path(), &arguments);
    session.wait_for("error: cannot save the record to records/game.record");
    assert_eq!(
        session.end(&modes).exit_code(),
        1,
        "a wrong path is reported before the game"
    );

    std::fs::create_dir(&records).expect("the folder can be written");
    let mut session = Session::start_in(folder.path(), &arguments);
    session.wait_for("player 1 to move");
    std::fs::remove_dir_all(&records).expect("the folder is ours");
    session.press("4");
    session.wait_for("1 4");
    session.press("q");
    session.wait_for("error: cannot save the record to records/game.record");
    assert!(
        !session.contents().contains("The record is in"),
        "{}",
        session.contents()
    );
    assert_eq!(session.end(&modes).exit_code(), 1);
}

#[test]
fn the_computer_answers_and_a_signal_ends_in_order() {
    for (signal, status) in [("-TERM", 143), ("-INT", 130), ("-HUP", 129)] {
        let path = temporary(&format!("signal{signal}.record"));
        let file = path.to_str().expect("a plain path");
        let modes = fresh_modes();
        let entry = GAMES.last().expect("there are games");
        let session = Session::start(&[
            "play",
            entry.id(),
            "--player",
            "1",
            "--record",
            file,
            "--speed",
            "off",
        ]);
        session.wait_until("moves of the computer", |contents| {
            let mut lines = contents.lines().skip_while(|line| !line.contains("Moves"));
            lines.any(|line| line.trim_start().contains("   1 "))
        });
        session.signal(signal);
        assert_eq!(session.end(&modes).exit_code(), status, "{signal}");
        let text = std::fs::read_to_string(&path).expect("the record was saved");
        assert!(
            text.starts_with("quincunx-record 1\n") && text.contains("\nend "),
            "{text}"
        );
        std::fs::remove_file(&path).expect("the file is ours");
    }
}

#[test]
fn a_closed_terminal_ends_in_order_and_loses_no_move() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let arguments = [
        "play",
        "connect-four",
        "--player2",
        "h",
        "--record",
        "game.record",
    ];
    let mut session = Session::start_in(folder.path(), &arguments);
    session.wait_for("player 1 to move");
    session.press("4");
    session.wait_for("1 4");
    assert_eq!(session.close().exit_code(), 129);
    let text = std::fs::read_to_string(folder.path().join("game.record")).expect("the record was saved");
    assert!(text.contains("> 4"), "{text}");
}

/// Ctrl-Z and its signal give the terminal back until the program is continued.
#[cfg(target_os = "linux")]
#[test]
fn a_game_can_be_stopped_and_continued() {
    let modes = fresh_modes();
    let mut session = Session::start_in_shell(&["play", "connect-four", "--player2", "h"]);
    session.wait_for("player 1 to move");
    let shell = session.child.process_id().expect("it runs");
    let children = std::fs::read_to_string(format!("/proc/{shell}/task/{shell}/children"));
    let id: u32 = children
        .expect("it runs")
        .trim()
        .parse()
        .expect("the shell runs one program");
    let is_stopped = || {
        let state = std::fs::read_to_string(format!("/proc/{id}/stat")).expect("it runs");
        state
            .rsplit_once(") ")
            .is_some_and(|(_, state)| state.starts_with('T'))
    };
    for by_key in [true, false] {
        session.wait_for("player 1 to move");
        if by_key {
            session.press("\u{1a}");
        } else {
            send("-TSTP", id);
        }
        session.wait_until("the stop", |_| is_stopped());
        assert_eq!(session.modes(), modes);
        session.wait_until("an empty screen", |contents| !contents.contains("to move"));
        send("-CONT", id);
    }
    session.wait_for("player 1 to move");
    session.press("q");
    assert!(session.end(&modes).success());
}

/// Nobody could continue a program that leads its session, as in a window of its own.
#[test]
fn a_game_that_no_shell_began_is_not_stopped() {
    let modes = fresh_modes();
    let mut session = Session::start(&["play", "connect-four", "--player2", "h"]);
    session.wait_for("player 1 to move");
    session.press("\u{1a}4");
    session.wait_for("player 2 to move");
    session.press("\u{3}");
    assert_eq!(session.end(&modes).exit_code(), 130);
}

#[test]
fn control_c_leaves_from_the_menu() {
    let modes = fresh_modes();
    let mut session = Session::start(&["play"]);
    session.wait_for("games on a grid");
    for entry in GAMES {
        assert!(
            session.contents().contains(entry.title()),
            "{}",
            session.contents()
        );
    }
    session.press("\u{3}");
    assert_eq!(session.end(&modes).exit_code(), 130);
}

#[test]
fn without_colour_no_colour_is_written() {
    let entry = GAMES[0];
    let modes = fresh_modes();
    let mut session = Session::start(&["play", entry.id(), "--color", "never", "--ascii"]);
    session.wait_for(entry.title());
    let written = Arc::clone(&session.written);
    session.press("q");
    session.end(&modes);
    let text = String::from_utf8_lossy(&written.lock().expect("nobody panics with it")).into_owned();
    assert!(text.is_ascii(), "{text:?}");
    for sequence in text.split('\u{1b}').filter_map(|rest| rest.strip_prefix('[')) {
        let Some((codes, _)) = sequence.split_once('m') else {
            continue;
        };
        if codes.bytes().all(|byte| byte.is_ascii_digit() || byte == b';') {
            let colours = codes
                .split(';')
                .filter_map(|code| code.parse::<u32>().ok())
                .filter(|code| matches!(code, 30..=38 | 40..=48 | 90..=107));
            assert_eq!(colours.count(), 0, "{codes:?}");
        }
    }
}

/// A program that plays the first of the moves once, and then nonsense.
const FORGETFUL: &str = "\
import sys
answers = iter([1])
for line in sys.stdin:
    if line.startswith('moves'):
        print(line.split()[next(answers, 0)], flush=True)
";

#[test]
fn a_program_plays_against_a_person_until_it_gives_up() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    std::fs::write(folder.path().join("forgetful.py"), FORGETFUL).expect("the folder can be written");
    let entry = GAMES
        .iter()
        .find(|entry| entry.players() == 2)
        .expect("there is a game for two");
    let modes = fresh_modes();
    let arguments = [
        "play",
        entry.id(),
        "--player",
        "program:python3 forgetful.py",
        "--player2",
        "program:python3 forgetful.py",
        "--speed",
        "off",
    ];
    let mut session = Session::start_in(folder.path(), &arguments);
    session.wait_for("gave up: impossible move");
    assert!(session.contents().contains("Moves"), "{}", session.contents());
    session.press("qq");
    session.wait_for("warning: `python3 forgetful.py` gave up 1 game");
    assert!(session.end(&modes).success());
}
