//! The terminal, taken over for the game and always given back.

use std::io::{self, Stdout};
use std::mem::ManuallyDrop;
use std::panic;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
#[cfg(unix)]
use ratatui::layout::Rect;

static TAKEN: AtomicBool = AtomicBool::new(false);

/// The terminal while it is taken; dropping it gives it back.
pub(crate) struct Taken {
    /// Never dropped itself: that would print, and so panic, if the terminal is closed.
    pub(crate) terminal: ManuallyDrop<Terminal<CrosstermBackend<Stdout>>>,
}

impl Taken {
    /// Takes the terminal: raw mode, alternate screen, mouse. A panic gives it back first, so that its report
    /// can be read.
    pub(crate) fn new() -> io::Result<Self> {
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            let report = panic::take_hook();
            panic::set_hook(Box::new(move |panic| {
                give_back();
                report(panic);
            }));
        });
        let terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
        let taken = Self {
            terminal: ManuallyDrop::new(terminal),
        };
        // A failure drops it, which gives the terminal back.
        take()?;
        Ok(taken)
    }

    /// Gives the terminal back, stops the program until it is continued, and takes the terminal again.
    /// Nothing happens where it leads its session, as it has no shell that could continue it.
    pub(crate) fn suspend(&mut self) -> io::Result<()> {
        #[cfg(unix)]
        if rustix::process::getsid(None)? != rustix::process::getpid() {
            give_back();
            signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
            take()?;
            // Unlike `clear`, this asks nothing of the terminal, whose answers another thread reads.
            let size = self.terminal.size()?;
            self.terminal.resize(Rect::new(0, 0, size.width, size.height))?;
        }
        Ok(())
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        give_back();
    }
}

fn take() -> io::Result<()> {
    enable_raw_mode()?;
    TAKEN.store(true, Ordering::SeqCst);
    execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, Hide)
}

/// Restores the terminal, if it is taken.
fn give_back() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        // The terminal may be gone altogether.
        let _ = execute!(io::stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::io::Read as _;

    use portable_pty::{CommandBuilder, PtySize, native_pty_system};

    use super::*;

    /// Set for the copy of this program that panics in a terminal of its own.
    const PANICS: &str = "QUINCUNX_TEST_PANICS";

    #[test]
    fn a_panic_gives_the_terminal_back_and_can_be_read() {
        if std::env::var_os(PANICS).is_some() {
            let _taken = Taken::new().expect("the pseudo-terminal obeys");
            panic!("as if a rule were broken");
        }
        let pair = native_pty_system()
            .openpty(PtySize::default())
            .expect("a pseudo-terminal can be had");
        let modes = || format!("{:?}", pair.master.get_termios());
        let before = modes();
        let mut command = CommandBuilder::new(std::env::current_exe().expect("this program has a file"));
        let this = "tui::terminal::tests::a_panic_gives_the_terminal_back_and_can_be_read";
        command.args([this, "--exact", "--nocapture", "--test-threads=1"]);
        command.env(PANICS, "1");
        let mut child = pair.slave.spawn_command(command).expect("the copy starts");
        let mut output = pair.master.try_clone_reader().expect("its output can be read");
        let reader = std::thread::spawn(move || {
            let mut bytes = Vec::new();
            let mut buffer = [0; 4096];
            // The end of a pseudo-terminal is an error on some systems.
            while let Ok(read @ 1..) = output.read(&mut buffer) {
                bytes.extend_from_slice(&buffer[..read]);
            }
            bytes
        });
        assert!(!child.wait().expect("the copy ends").success());
        assert_eq!(modes(), before);
        drop(pair);
        let bytes = reader.join().expect("reading does not panic");
        let mut parser = vt100::Parser::new(24, 80, 0);
        parser.process(&bytes);
        let screen = parser.screen();
        assert!(!screen.alternate_screen() && !screen.hide_cursor());
        let text = String::from_utf8_lossy(&bytes);
        let (_, after) = text.rsplit_once("\u{1b}[?1049l").expect("its own screen is left");
        assert!(after.contains("as if a rule were broken"), "{text}");
    }
}
