//! The server's face: routes, WebSocket, the page's files, and who may come in.
//!
//! ```text
//!   accept       takes connections: how many, how long their headers may take, how they end
//!     │
//!   telemetry    numbers, times, counts and logs a request
//!   headers      what every answer forbids the browser
//!   guard        plain path, `Host`, `Origin`, the address's budget, time
//!     │
//!     ├── pages    index.html and the files of `web/`
//!     ├── api/     plain HTTP, described by the OpenAPI document that the same lines make
//!     └── socket   the WebSocket of a page
//! ```

mod accept;
mod access;
mod api;
mod assets;
mod extract;
mod guard;
mod headers;
mod pages;
mod rate_limit;
mod refusal;
mod socket;
mod telemetry;
#[cfg(test)]
mod tests;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use axum::{Router, middleware};
use quincunx_table::messages::Reason;
use tokio::time::{Instant, timeout, timeout_at};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower_http::compression::CompressionLayer;

pub use accept::serve;
pub use access::Access;
pub use rate_limit::Budgets;

use assets::EngineAssets;
use rate_limit::Gate;
use refusal::HttpError;

use crate::engine_pool::EnginePool;
use crate::hub::Hub;

/// How a server is reached and by how many.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address it listens on.
    pub listen: SocketAddr,
    /// Names it goes by, beside those of the loopback.
    pub names: Vec<String>,
    /// What one address may ask for.
    pub budgets: Budgets,
    /// The most connections at a time, over all addresses.
    pub connections: usize,
    /// The engine of `crates/wasm`, with which browsers analyse by themselves.
    pub engine: Option<Vec<u8>>,
}

/// What all requests share.
#[derive(Clone)]
pub struct AppState {
    hub: Arc<Hub>,
    engines: EnginePool,
    access: Arc<Access>,
    gate: Arc<Gate>,
    stopping: CancellationToken,
    tasks: TaskTracker,
    engine: Option<Arc<EngineAssets>>,
}

impl AppState {
    /// Makes the state of a server.
    #[must_use]
    pub fn new(hub: Arc<Hub>, engines: EnginePool, settings: Settings) -> Self {
        telemetry::start();
        let engine = settings
            .engine
            .map(|engine| Arc::new(EngineAssets::new(engine.into())));
        if let Some(engine) = engine.clone() {
            // Behind the start, and before anybody asks.
            tokio::task::spawn_blocking(move || {
                engine.files();
            });
        }
        Self {
            hub,
            engines,
            access: Arc::new(Access::new(settings.listen, settings.names)),
            gate: Arc::new(Gate::new(settings.budgets, settings.connections)),
            stopping: CancellationToken::new(),
            tasks: TaskTracker::new(),
            engine,
        }
    }

    /// Ends the server: takes no further connections, notifies the pages, completes what is being done,
    /// and closes the log.
    ///
    /// It takes no longer than the time given, two thirds of which are for the connections to end. Returns
    /// false when some were still there then, or the database did not answer in what was left.
    pub async fn stop(&self, within: Duration) -> bool {
        let deadline = Instant::now() + within;
        self.stopping.cancel();
        self.tasks.close();
        let all_gone = timeout(within * 2 / 3, self.tasks.wait()).await.is_ok();
        let closed = timeout_at(deadline, self.hub.stop()).await.is_ok();
        if !closed {
            tracing::warn!(
                "the log could not be closed in time; everything acknowledged is in it all the same"
            );
        }
        all_gone && closed
    }
}

/// Makes the whole server but for its connections.
///
/// Requests need an extension that [`serve`] puts there: who asks.
pub(crate) fn app(state: AppState) -> Router {
    let (api, document) = api::router().split_for_parts();
    api.layer(CompressionLayer::new())
        .merge(api::document(document))
        .merge(pages::router())
        .fallback(pages::absent)
        .method_not_allowed_fallback(wrong_method)
        .layer(middleware::from_fn_with_state(state.clone(), guard::guard))
        .layer(middleware::map_response_with_state(state.clone(), headers::add))
        .layer(middleware::from_fn(telemetry::observe))
        .with_state(state)
}

async fn wrong_method() -> HttpError {
    let refusal = Reason::malformed("this address takes other methods");
    HttpError::new(StatusCode::METHOD_NOT_ALLOWED, refusal)
}
