//! What the page calls. Texts pass through one buffer in the module's memory:
//!
//! ```text
//!   at = reserve(bytes) ── the page writes there ──▶ take(now), answer(), provide(name)
//!   post(at, bytes)     ◀── an output, or an answer
//! ```

use std::cell::{Cell, RefCell};

use quincunx_registry::DataFile;
use quincunx_table::Millis;
use quincunx_table::messages::ENGINE_MARK;
use serde::Serialize;

use crate::{Engine, Input, Question, Tables, data_files};

#[expect(unsafe_code, reason = "the page has these functions")]
#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Takes a text of the module's memory.
    fn post(at: *const u8, bytes: usize);
    /// Fills part of the module's memory with random bytes.
    fn random(at: *mut u8, bytes: usize);
}

thread_local! {
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static TABLES: RefCell<Tables> = RefCell::default();
    static ENGINE: Cell<Engine> = const { Cell::new(Engine::new()) };
}

/// Makes room for a text and returns where it is.
#[expect(unsafe_code, reason = "the page calls it by its name")]
#[unsafe(no_mangle)]
extern "C" fn reserve(bytes: usize) -> *mut u8 {
    BUFFER.with_borrow_mut(|buffer| {
        buffer.clear();
        buffer.resize(bytes, 0);
        buffer.as_mut_ptr()
    })
}

/// Gives the [`Input`] in the buffer to the tables, at a time in milliseconds since 1970-01-01 UTC, and posts
/// each output. Returns whether it was an input.
#[expect(unsafe_code, reason = "the page calls it by its name")]
#[unsafe(no_mangle)]
extern "C" fn take(now: f64) -> bool {
    let Ok(input) = serde_json::from_slice::<Input>(&buffer()) else {
        return false;
    };
    let outputs = TABLES.with_borrow_mut(|tables| tables.take(input, now as Millis));
    outputs.iter().for_each(post_text);
    true
}

/// Passes the [`Question`] in the buffer to the engine, and posts each answer. Returns whether it was a
/// question.
#[expect(unsafe_code, reason = "the page calls it by its name")]
#[unsafe(no_mangle)]
extern "C" fn answer() -> bool {
    let Ok(question) = serde_json::from_slice::<Question>(&buffer()) else {
        return false;
    };
    // Taken out, as the page may call again or throw while it takes an answer.
    let mut engine = ENGINE.take();
    engine.answer(question, post_text);
    ENGINE.set(engine);
    true
}

/// Provides the [`DataFile`] in the buffer, whose name is in the first bytes, so many. Returns whether there
/// is one of this name, and it can be that.
#[expect(unsafe_code, reason = "the page calls it by its name")]
#[unsafe(no_mangle)]
extern "C" fn provide(name: usize) -> bool {
    let mut name_and_contents = buffer();
    let contents = name_and_contents.split_off(name.min(name_and_contents.len()));
    let named = |file: &&DataFile| file.name().as_bytes() == name_and_contents;
    let file = data_files().find(named);
    file.is_some_and(|file| file.provide(contents))
}

/// Returns where the [`ENGINE_MARK`] is: who packs the module looks for it in the file.
#[expect(unsafe_code, reason = "what is exported stays in the module")]
#[unsafe(no_mangle)]
extern "C" fn mark() -> *const u8 {
    ENGINE_MARK.as_ptr()
}

fn buffer() -> Vec<u8> {
    BUFFER.with_borrow_mut(std::mem::take)
}

fn post_text(message: &impl Serialize) {
    let text = serde_json::to_string(message).expect("messages are plain values");
    #[expect(unsafe_code, reason = "the text is there until the page has read it")]
    unsafe {
        post(text.as_ptr(), text.len());
    }
}

/// The source of randomness of `getrandom`, which has none of its own here.
#[expect(unsafe_code, reason = "getrandom looks for a function of this name")]
#[unsafe(no_mangle)]
unsafe extern "Rust" fn __getrandom_v03_custom(at: *mut u8, bytes: usize) -> Result<(), getrandom::Error> {
    // getrandom owns the memory that it wants filled.
    unsafe {
        random(at, bytes);
    }
    Ok(())
}
