//! Networks for players: any bytes are refused or read, as they are, and as the codes of a file that is sound
//! but for them.

#![no_main]

use libfuzzer_sys::fuzz_target;
use quincunx_twenty48::TrainedNetwork;

/// The sides of two tables, and how much of the rest is the first one's.
const FORM: usize = 9;

fuzz_target!(|bytes: &[u8]| {
    let _ = TrainedNetwork::read(bytes);
    if let Some((form, codes)) = bytes.split_first_chunk::<FORM>() {
        let _ = TrainedNetwork::read(&*with_codes(form, codes));
    }
});

/// Makes a file of a network of two tuples out of the codes of both tables.
fn with_codes(form: &[u8; FORM], codes: &[u8]) -> Vec<u8> {
    let [a, b, c, d, e, f, g, h, share] = form;
    let (first, all) = (codes.len() * usize::from(*share) / 255, codes.len());
    let header = format!(
        r#"{{"01.told":{{"dtype":"U8","shape":[{first}],"data_offsets":[0,{first}]}},"456.told":{{"dtype":"U8","shape":[{}],"data_offsets":[{first},{all}]}},"__metadata__":{{"code":"1","step":"20","shapes":"{{\"01\":[{a},{b},{c},{d}],\"456\":[{e},{f},{g},{h}]}}","quincunx":"{{\"form\":1,\"program\":\"0\",\"game\":\"2048\",\"options\":{{}},\"network\":\"01 456\",\"seed\":0,\"log\":[]}}"}}}}"#,
        all - first,
    );
    let length = (header.len() as u64).to_le_bytes();
    [&length, header.as_bytes(), codes].concat()
}
