//! Moves while the analysis is saturated.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::Result;
use quincunx_table::messages::{ClientMessage, Code, Created, ServerMessage};
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::Options;
use crate::figures::Figure;
use crate::http::Http;
use crate::page::Page;
use crate::players::{compare, make_tables, own_table, play, sit_down};
use crate::server::{Server, folder};

/// Players, and moves per second.
const PLAYERS: usize = 500;

/// Pages that ask for analyses all the time.
const ASKING: usize = 50;

const GATE: Duration = Duration::from_millis(100);

pub(crate) async fn measure(options: &Options) -> Result<Vec<Figure>> {
    let data = folder()?;
    let server = Server::start(options, data.path()).await?;
    let tables = make_tables(server.address, PLAYERS, true).await?;
    let players = sit_down(server.address, tables).await?;
    let board = own_table("connect-four", 2);
    let board = Http::connect(server.address).await?.create(&board).await?;
    let mut asking = JoinSet::new();
    for _ in 0..ASKING {
        asking.spawn(ask(server.address, board.clone(), options.load()));
    }
    let (players, mut times) = play(players, PLAYERS, options.load()).await?;
    let kept = compare(server.address, &players).await?;
    let (mut judged, mut busy) = (0, 0);
    while let Some(answers) = asking.join_next().await {
        let (answered, refused) = answers??;
        judged += answered;
        busy += refused;
    }
    let rate = times.count() as f64 / options.load().as_secs_f64();
    Ok(vec![Figure {
        name: "moves while analysis is saturated",
        required: format!("{PLAYERS}/s, p99 ≤ 100 ms; then “busy”"),
        measured: format!(
            "{rate:.0}/s, {}; {judged} judgements, {busy} times busy",
            times.summary()
        ),
        passed: rate >= PLAYERS as f64 * 0.99
            && times.percentile(99) <= GATE
            && busy > 0
            && judged > 0
            && kept.lost + kept.doubled == 0,
    }])
}

/// Asks for analyses; counts judgements and refusals.
async fn ask(address: SocketAddr, board: Created, load: Duration) -> Result<(usize, usize)> {
    let mut page = Page::open(address).await?;
    page.watch(&board).await?;
    let (mut judged, mut busy) = (0, 0);
    let asking = async {
        for request in 0.. {
            let table = board.table;
            let ply = 0;
            page.send(&ClientMessage::Analyse { request, table, ply }).await?;
            loop {
                match page.receive().await? {
                    ServerMessage::Judged { judgement, .. } => {
                        judged += 1;
                        if judgement.done {
                            break;
                        }
                    }
                    ServerMessage::Refused { refusal, .. } if refusal.code == Code::Busy => {
                        busy += 1;
                        sleep(Duration::from_millis(200)).await;
                        break;
                    }
                    ServerMessage::Presence { .. } => {}
                    other => anyhow::bail!("{other:?} in answer to a question"),
                }
            }
        }
        Ok(())
    };
    match tokio::time::timeout(load, asking).await {
        Ok(Err(error)) => Err(error),
        _ => Ok((judged, busy)),
    }
}
