//! Logging and metrics: a log line and a count for each request.
//!
//! A line has the route, never the address asked for, so that nothing that a visitor wrote gets into the log:
//! no token that somebody pasted into an address, and no text made to look like a line of the log.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use axum::extract::{MatchedPath, Request};
use axum::http::{HeaderName, HeaderValue, Method};
use axum::middleware::Next;
use axum::response::Response;
use metrics::{describe_counter, describe_gauge, describe_histogram};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use tracing::Instrument as _;

/// The upper bounds of the buckets of every duration, in seconds.
const SECONDS: [f64; 12] = [
    0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1.0, 5.0, 30.0,
];

/// The upper bounds of the buckets of everything that is counted at once.
const NUMBERS: [f64; 9] = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0];

/// The program's measurements; there is one set in a process, whatever serves it.
static METRICS: LazyLock<PrometheusHandle> = LazyLock::new(|| {
    let recorder = PrometheusBuilder::new()
        .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), &SECONDS)
        .expect("there are buckets")
        .set_buckets_for_metric(Matcher::Suffix("_events".to_owned()), &NUMBERS)
        .expect("there are buckets")
        .build_recorder();
    let handle = recorder.handle();
    // In a program that has set its own recorder, ours stays empty.
    let _ = metrics::set_global_recorder(recorder);
    handle
});

/// Begins to measure.
pub(super) fn start() {
    LazyLock::force(&METRICS);
    describe_gauge!("quincunx_connections_open", "Connections, WebSockets included.");
    describe_gauge!("quincunx_sockets_open", "WebSockets.");
    describe_counter!(
        "quincunx_connections_refused_total",
        "Connections closed at once: there were too many."
    );
    describe_counter!(
        "quincunx_sockets_flooding_total",
        "WebSockets closed because more came than their budget."
    );
    describe_counter!(
        "quincunx_sockets_slow_total",
        "WebSockets given up because the page did not read."
    );
    describe_counter!(
        "quincunx_requests_total",
        "Requests answered, by method, route and status."
    );
    describe_histogram!("quincunx_request_seconds", "How long answers took, by route.");
}

/// Writes all measurements as Prometheus reads them.
pub(super) fn render() -> String {
    METRICS.render()
}

/// Puts together what has been measured since; without it the memory of durations grows until somebody asks.
pub(super) fn tidy() {
    METRICS.run_upkeep();
}

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Numbers, times, counts and logs a request.
pub(super) async fn observe(request: Request, next: Next) -> Response {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let id = NEXT.fetch_add(1, Ordering::Relaxed);
    let route = request.extensions().get::<MatchedPath>().cloned();
    let method = known(request.method());
    let span = tracing::info_span!("request", id);
    let start = Instant::now();
    let mut response = next.run(request).instrument(span.clone()).await;
    let route = route.as_ref().map_or("none", MatchedPath::as_str);
    let status = response.status().as_u16();
    let seconds = start.elapsed().as_secs_f64();
    span.in_scope(|| match status {
        500.. => {
            tracing::warn!(method, route, status, seconds, "request");
        }
        ..400 if method != "GET" && method != "HEAD" => {
            tracing::info!(method, route, status, seconds, "request");
        }
        // Refusals too, or whoever is refused could fill the log.
        _ => {
            tracing::debug!(method, route, status, seconds, "request");
        }
    });
    let labels = [
        ("method", method.to_owned()),
        ("route", route.to_owned()),
        ("status", status.to_string()),
    ];
    metrics::counter!("quincunx_requests_total", &labels).increment(1);
    metrics::histogram!("quincunx_request_seconds", "route" => route.to_owned()).record(seconds);
    response.headers_mut().insert(REQUEST_ID, HeaderValue::from(id));
    response
}

/// Returns the method's name; all that nobody uses have one, as each name is a line of the measurements.
fn known(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}
