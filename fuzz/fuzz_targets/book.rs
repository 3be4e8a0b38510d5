//! Opening books: any bytes are refused or read, whole or in the making; what is read is written and read
//! again alike.

#![no_main]

use libfuzzer_sys::fuzz_target;
use quincunx_connect_four::{BookBuilder, book::Book};
use quincunx_registry::opening::BookBuilder as _;

fuzz_target!(|bytes: &[u8]| {
    let book = Book::from_bytes(bytes);
    if let Ok(builder) = BookBuilder::from_bytes(bytes) {
        let written = builder.to_bytes();
        let again = BookBuilder::from_bytes(&written).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(again.to_bytes(), written);
        assert_eq!(builder.progress().is_finished(), book.is_ok());
    } else {
        assert!(book.is_err());
    }
    if let Ok(book) = book {
        assert_eq!(Book::from_bytes(&book.to_bytes()), Ok(book));
    }
});
