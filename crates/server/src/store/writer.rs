//! The one task that writes: it commits all events that wait in one transaction, so that many tables share
//! the price of one flush to the disk.
//!
//! ```text
//!   append ──┐
//!   append ──┼──▶ queue ──▶ batch ──▶ one statement, one commit ──▶ answers
//!   append ──┘                while it runs, the next batch gathers
//! ```

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use metrics::{counter, histogram};
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use super::backend::{Backend, either};
use super::entry::{Entry, Verdict};
use super::error::AppendError;

/// Appends that may wait at once; more wait outside the queue.
pub(super) const QUEUE: usize = 4096;

/// Events in one transaction. Their news must fit into one notice of PostgreSQL: 8,000 bytes at 33 an event.
const MAX_BATCH_EVENTS: usize = 200;

/// Bytes of events in one transaction, but for the last: imported records are long.
const MAX_BATCH_BYTES: usize = 1 << 20;

/// How long a commit may take before it counts as failed.
const PATIENCE: Duration = Duration::from_secs(15);

/// An entry, and who waits for it.
pub(super) struct Request {
    pub(super) entry: Entry,
    pub(super) answer: oneshot::Sender<Result<(), AppendError>>,
}

/// Commits what comes through the queue, until `stop` is called or nobody can append any more; then what
/// still waits.
pub(super) async fn write(
    backend: Arc<Backend>,
    mut queue: mpsc::Receiver<Request>,
    stop: CancellationToken,
) {
    let mut waiting = Vec::new();
    loop {
        if waiting.is_empty() {
            tokio::select! {
                biased;
                received = queue.recv() => match received {
                    Some(request) => waiting.push(request),
                    None => return,
                },
                () = stop.cancelled(), if !queue.is_closed() => {
                    queue.close();
                    continue;
                }
            }
        }
        while waiting.len() < MAX_BATCH_EVENTS
            && let Ok(request) = queue.try_recv()
        {
            waiting.push(request);
        }
        let (batch, later) = next_batch(waiting);
        waiting = later;
        commit(&backend, batch).await;
    }
}

/// Takes the first waiting event of each table: the next of the same table needs to see it committed.
fn next_batch(waiting: Vec<Request>) -> (Vec<Request>, Vec<Request>) {
    let mut tables = HashSet::new();
    let mut bytes = 0;
    waiting.into_iter().partition(|request| {
        let taken = tables.insert(request.entry.table) && bytes < MAX_BATCH_BYTES;
        if taken {
            bytes += request.entry.body.len();
        }
        taken
    })
}

async fn commit(backend: &Backend, batch: Vec<Request>) {
    let (entries, answers): (Vec<Entry>, Vec<_>) = batch
        .into_iter()
        .map(|request| (request.entry, request.answer))
        .unzip();
    let start = Instant::now();
    let result = either!(backend, database => timeout(PATIENCE, database.commit(&entries)).await);
    histogram!("quincunx_store_commit_seconds").record(start.elapsed().as_secs_f64());
    histogram!("quincunx_store_commit_events")
        .record(u32::try_from(entries.len()).map_or(f64::MAX, f64::from));
    let results: Vec<Result<(), AppendError>> = match result {
        Ok(Ok(verdicts)) => verdicts.into_iter().map(outcome).collect(),
        Ok(Err(error)) => {
            tracing::error!(%error, events = entries.len(), "events could not be written");
            vec![Err(AppendError::Failed(Arc::new(error))); entries.len()]
        }
        Err(_) => {
            tracing::error!(events = entries.len(), "the database did not answer in time");
            vec![Err(AppendError::Late); entries.len()]
        }
    };
    for (result, answer) in results.into_iter().zip(answers) {
        counter!("quincunx_store_appends_total", "result" => word(&result)).increment(1);
        // Whoever no longer waits will read the log again.
        let _ = answer.send(result);
    }
}

fn outcome(verdict: Verdict) -> Result<(), AppendError> {
    match verdict {
        Verdict::Committed => Ok(()),
        Verdict::Conflict => Err(AppendError::Conflict),
        Verdict::Gap => Err(AppendError::Gap),
    }
}

fn word(result: &Result<(), AppendError>) -> &'static str {
    match result {
        Ok(()) => "committed",
        Err(AppendError::Conflict) => "conflict",
        Err(AppendError::Gap) => "gap",
        Err(_) => "failed",
    }
}
