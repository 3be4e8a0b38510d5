//! Networks for players: any bytes are refused or read, as they are, and as the codes of a file that is sound
//! but for them.

#![no_main]

use libfuzzer_sys::fuzz_target;
use quincunx_twenty48::TrainedNetwork;
use serde_json::json;

/// The sides of two tables, how much of the rest is the first one's, and how uneven the frequencies are.
const FORM: usize = 10;

/// The contexts and symbols of the frequencies in a file.
const CONTEXTS: usize = 1619;
const SYMBOLS: usize = 32;

fuzz_target!(|bytes: &[u8]| {
    let _ = TrainedNetwork::read(bytes);
    if let Some((form, codes)) = bytes.split_first_chunk::<FORM>() {
        let _ = TrainedNetwork::read(&*with_codes(form, codes));
    }
});

/// Makes a file of a network of two tuples out of the codes of both tables.
fn with_codes(form: &[u8; FORM], codes: &[u8]) -> Vec<u8> {
    let [a, b, c, d, e, f, g, h, share, uneven] = form;
    let frequencies = frequencies((*uneven).into());
    let begin = frequencies.len();
    let all = codes.len() / 4;
    let first = all * usize::from(*share) / 255;
    let (middle, end) = (begin + 4 * first, begin + 4 * all);
    let description = json!({
        "form": 1, "program": "0", "game": "2048", "options": {}, "network": "456 0123", "seed": 0, "log": [],
    });
    let shapes = json!({ "0123": [a, b, c, d], "456": [e, f, g, h] });
    let header = json!({
        "frequencies": { "dtype": "U16", "shape": [CONTEXTS, SYMBOLS], "data_offsets": [0, begin] },
        "456.values": { "dtype": "U32", "shape": [first], "data_offsets": [begin, middle] },
        "0123.values": { "dtype": "U32", "shape": [all - first], "data_offsets": [middle, end] },
        "__metadata__": {
            "code": "2", "step": "20", "shapes": shapes.to_string(), "quincunx": description.to_string(),
        },
    });
    let header = header.to_string();
    let length = (header.len() as u64).to_le_bytes();
    [&length, header.as_bytes(), &frequencies, &codes[..4 * all]].concat()
}

/// Makes frequencies: one symbol of each context has what the others leave.
fn frequencies(uneven: usize) -> Vec<u8> {
    let of_context = |context: usize| {
        let each = (context * uneven % 1025) as u16;
        let mut frequencies = [each; SYMBOLS];
        frequencies[(context + uneven) % SYMBOLS] = 32_768 - (SYMBOLS as u16 - 1) * each;
        frequencies
    };
    let frequencies = (0..CONTEXTS).flat_map(of_context);
    frequencies.flat_map(u16::to_le_bytes).collect()
}
