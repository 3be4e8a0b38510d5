//! The terminal player.
//!
//! [`app::App`] is the state, changed by events and drawn by [`draw::draw`]. Only this file and [`terminal`]
//! have side effects: they read keys, ask the [`thinker`] and save records.

pub(crate) mod animation;
pub(crate) mod app;
pub(crate) mod draw;
pub(crate) mod keymap;
pub(crate) mod launch;
pub(crate) mod menu;
mod messages;
pub(crate) mod steering;
pub(crate) mod table;
mod terminal;
pub(crate) mod theme;
mod thinker;
mod words;

#[cfg(test)]
mod tests;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use ratatui::crossterm::event;

use crate::files::record_file::Recorder;
use app::{App, Exit};
use messages::Event;
use terminal::Taken;
use thinker::Thinker;

/// The longest time between a failure to draw on a closed terminal and the signal about it.
const HANG_UP: Duration = Duration::from_millis(200);

/// Plays until the person leaves or a signal comes; saves the records and restores the terminal in any case.
pub(crate) fn run(app: &mut App) -> anyhow::Result<Exit> {
    let (sender, events) = channel();
    watch_signals(sender.clone())?;
    if app.looks.asks_background {
        app.looks.theme.dark = theme::background_is_dark();
    }
    let mut taken = Taken::new().context("cannot take over the terminal")?;
    let size = taken
        .terminal
        .size()
        .context("cannot learn the terminal's size")?;
    app.update(Event::Resize(size.width, size.height), Duration::ZERO);
    let result = catch_unwind(AssertUnwindSafe(|| play(app, &mut taken, sender, &events)));
    // First the records: the terminal may be closed.
    let saved = app.recorder_to_save(None).map_or(Ok(()), Recorder::save);
    drop(taken);
    let exit = result.unwrap_or_else(|panic| resume_unwind(panic))?;
    saved?;
    Ok(exit)
}

/// The loop: handle requests, draw, wait, update.
fn play(
    app: &mut App,
    taken: &mut Taken,
    sender: Sender<Event>,
    events: &Receiver<Event>,
) -> anyhow::Result<Exit> {
    let started = Instant::now();
    read_input(sender.clone());
    let answers = sender.clone();
    let mut thinker = Thinker::start(
        move |event| {
            // The game may have ended meanwhile.
            let _ = answers.send(event);
        },
        move || {
            let _ = sender.send(Event::Broken);
        },
    );
    loop {
        for request in app.take_requests() {
            thinker.handle(request);
        }
        if let Some(recorder) = app.recorder_to_save(Some(started.elapsed()))
            && let Err(error) = recorder.save()
        {
            app.show_failure(format!("{error:#}"));
        }
        if let Some(exit) = app.exit {
            return Ok(exit);
        }
        if std::mem::take(&mut app.is_suspended) {
            taken.suspend().context("cannot take over the terminal again")?;
        }
        if let Err(error) = taken.terminal.draw(|frame| draw::draw(app, frame)) {
            // If the terminal was closed, a signal or the end of the input follows.
            thread::sleep(HANG_UP);
            events
                .try_iter()
                .for_each(|event| app.update(event, started.elapsed()));
            let error = || anyhow::Error::from(error).context("cannot draw on the terminal");
            return app.exit.ok_or_else(error);
        }
        let now = started.elapsed();
        let wait = app.next_tick(now).map(|moment| moment.saturating_sub(now));
        let event = next_event(events, wait);
        app.update(event, started.elapsed());
        // Handles all waiting events before the next frame.
        while app.exit.is_none() {
            match events.try_recv() {
                Ok(event) => app.update(event, started.elapsed()),
                Err(_) => break,
            }
        }
    }
}

fn next_event(events: &Receiver<Event>, wait: Option<Duration>) -> Event {
    match wait {
        None => events.recv().unwrap_or(Event::Closed),
        Some(wait) => match events.recv_timeout(wait) {
            Ok(event) => event,
            Err(RecvTimeoutError::Timeout) => Event::Tick,
            Err(RecvTimeoutError::Disconnected) => Event::Closed,
        },
    }
}

/// Reads keys and mouse on a thread of its own.
fn read_input(sender: Sender<Event>) {
    thread::spawn(move || {
        loop {
            let event = match event::read() {
                Ok(event::Event::Key(key)) => Event::Key(key),
                Ok(event::Event::Mouse(mouse)) => Event::Mouse(mouse),
                Ok(event::Event::Resize(width, height)) => Event::Resize(width, height),
                Ok(_) => continue,
                Err(_) => Event::Closed,
            };
            let is_last = matches!(event, Event::Closed);
            if sender.send(event).is_err() || is_last {
                return;
            }
        }
    });
}

/// Sends signals as events, so that the program ends in order.
#[cfg(unix)]
fn watch_signals(sender: Sender<Event>) -> anyhow::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
    let mut signals = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP])
        .context("cannot watch for signals")?;
    thread::spawn(move || {
        for signal in signals.forever() {
            let event = match signal {
                SIGTSTP => Event::Suspend,
                signal => Event::Signal(signal),
            };
            if sender.send(event).is_err() {
                return;
            }
        }
    });
    Ok(())
}

/// Elsewhere Ctrl-C arrives as a key.
#[cfg(not(unix))]
fn watch_signals(_: Sender<Event>) -> anyhow::Result<()> {
    Ok(())
}
