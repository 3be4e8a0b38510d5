//! What holds of a SQLite file.

use super::*;

#[tokio::test]
async fn a_file_is_one_servers_alone() {
    let place = Place::file();
    let store = place.open().await;
    let second = Store::open(&place.location).await.map(|_| ());
    assert!(matches!(second, Err(StoreError::InUse(_))), "{second:?}");
    store.close().await;
    drop(store);
    place.open().await;
}
