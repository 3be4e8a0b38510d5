//! Under which names the server answers, and to whose pages.
//!
//! Any page in the world can make a browser send requests to `http://127.0.0.1:8080`. Three things keep such
//! pages out:
//!
//! - **Host.** A page whose name was made to point at this machine sends its own name as `Host`. Names that
//!   are not on the list are refused, whatever is asked: the loopback names with our port, and those of
//!   `--allow-host`. A server that listens on more than the loopback also answers to its addresses, as no
//!   page can have an address as its name without being that server's own.
//! - **Origin.** Browsers send which page a WebSocket or a changing request comes from, and pages cannot
//!   change what is sent. It must be the `Host` asked for. Programs that are no browsers send no `Origin`
//!   and are let in: they could write whatever they like, and have no visitor whose rights they could misuse.
//!   `Sec-Fetch-Site` is believed likewise.
//! - **Content type.** Changing requests are `application/json`, which no form can send.

use std::net::{IpAddr, SocketAddr};

use axum::http::uri::Authority;
use axum::http::{HeaderMap, Method, Uri, header};

/// The names and addresses that the server answers to.
#[derive(Clone, Debug)]
pub struct Access {
    listen: SocketAddr,
    names: Vec<String>,
}

impl Access {
    /// Makes the list for a listening address; the names are further ones, each with a port or for every
    /// port.
    #[must_use]
    pub fn new(listen: SocketAddr, names: impl IntoIterator<Item = String>) -> Self {
        let names = names.into_iter().map(|name| name.to_ascii_lowercase()).collect();
        Self { listen, names }
    }

    /// Returns whether a request is for this server; the error is the reason.
    pub(super) fn check_host(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), &'static str> {
        let host = host(headers).ok_or("a request needs one `Host`")?;
        if uri.authority().is_some_and(|authority| !same(authority, &host)) {
            return Err("the address and `Host` name different servers");
        }
        if self.answers_to(&host) {
            Ok(())
        } else {
            Err("this server does not go by that name; `--allow-host` adds one")
        }
    }

    fn answers_to(&self, host: &Authority) -> bool {
        let name = host.host();
        let listed =
            |listed: &String| listed.eq_ignore_ascii_case(name) || listed.eq_ignore_ascii_case(host.as_str());
        if self.names.iter().any(listed) {
            return true;
        }
        if host.port_u16().unwrap_or(80) != self.listen.port() {
            return false;
        }
        match address(name) {
            Some(ip) => ip.is_loopback() || !self.listen.ip().is_loopback(),
            None => name.eq_ignore_ascii_case("localhost"),
        }
    }
}

/// Returns whether a request changes anything, or opens a connection that can.
pub(super) fn is_changing(method: &Method, headers: &HeaderMap) -> bool {
    !method.is_safe() || headers.contains_key(header::UPGRADE)
}

/// Returns whether a request comes from a page of this server, or from no page at all.
pub(super) fn is_own(headers: &HeaderMap) -> bool {
    let mut origins = headers.get_all(header::ORIGIN).iter();
    if let Some(origin) = origins.next() {
        let origin = origin.to_str().ok().and_then(authority_of_origin);
        let host = host(headers);
        return origins.next().is_none()
            && origin
                .zip(host)
                .is_some_and(|(origin, host)| same(&origin, &host));
    }
    match headers.get("sec-fetch-site") {
        Some(site) => site == "same-origin" || site == "none",
        None => true,
    }
}

/// Returns whether a request asks for a loopback name and has come straight from where it began.
///
/// A proxy on this machine is a loopback peer too; what it passes on is not from here.
pub(super) fn is_direct_and_local(headers: &HeaderMap) -> bool {
    let passed_on = ["forwarded", "x-forwarded-for", "x-real-ip", "via"]
        .iter()
        .any(|name| headers.contains_key(*name));
    let local = host(headers).is_some_and(|host| {
        host.host().eq_ignore_ascii_case("localhost")
            || address(host.host()).is_some_and(|ip| ip.is_loopback())
    });
    local && !passed_on
}

/// Reads the one `Host` there must be.
fn host(headers: &HeaderMap) -> Option<Authority> {
    let mut all = headers.get_all(header::HOST).iter();
    let host = all.next()?.to_str().ok()?.parse::<Authority>().ok()?;
    let plain = all.next().is_none() && !host.as_str().contains('@');
    plain.then_some(host)
}

/// Reads `http://name:port`; an opaque origin, `null`, has none.
fn authority_of_origin(origin: &str) -> Option<Authority> {
    let rest = origin
        .strip_prefix("http://")
        .or_else(|| origin.strip_prefix("https://"))?;
    rest.parse::<Authority>().ok().filter(|_| !rest.contains('@'))
}

/// Compares as browsers write them: a default port is left out on both sides.
fn same(one: &Authority, other: &Authority) -> bool {
    one.as_str().eq_ignore_ascii_case(other.as_str())
}

fn address(name: &str) -> Option<IpAddr> {
    let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
    bare.unwrap_or(name).parse().ok()
}

/// Returns whether a path is written as those of this server are: plain characters, no empty, `.` or `..`
/// segment.
pub(super) fn is_plain_path(path: &str) -> bool {
    let Some(rest) = path.strip_prefix('/') else {
        return false;
    };
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
    let segment = |segment: &str| !matches!(segment, "" | "." | "..") && segment.bytes().all(plain);
    rest.is_empty() || rest.split('/').all(segment)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn headers(list: &[(&'static str, &str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in list {
            headers.append(*name, HeaderValue::from_str(value).expect("a value"));
        }
        headers
    }

    fn answers(access: &Access, host: &str) -> bool {
        access
            .check_host(&Uri::from_static("/"), &headers(&[("host", host)]))
            .is_ok()
    }

    #[test]
    fn a_server_on_the_loopback_answers_to_loopback_names_with_its_port() {
        let access = Access::new(
            ([127, 0, 0, 1], 8080).into(),
            ["Games.example".into(), "a.example:99".into()],
        );
        for host in [
            "localhost:8080",
            "LOCALHOST:8080",
            "127.0.0.1:8080",
            "127.1.2.3:8080",
            "[::1]:8080",
        ] {
            assert!(answers(&access, host), "{host}");
        }
        for host in ["games.example", "games.EXAMPLE:443", "a.example:99"] {
            assert!(answers(&access, host), "{host}");
        }
        for host in [
            "localhost",
            "localhost:80",
            "127.0.0.1:8081",
            "evil.example",
            "evil.example:8080",
            "a.example",
            "",
            "localhost.evil.example:8080",
            "user@localhost:8080",
            "192.0.2.1:8080",
            "games.example.evil.example",
            "127.0.0.1.evil.example:8080",
            "0.0.0.0:8080",
        ] {
            assert!(!answers(&access, host), "{host}");
        }
        let uri = Uri::from_static("/");
        assert!(access.check_host(&uri, &HeaderMap::new()).is_err());
        let two = headers(&[("host", "localhost:8080"), ("host", "localhost:8080")]);
        assert!(access.check_host(&uri, &two).is_err());
        let elsewhere = Uri::from_static("http://evil.example/");
        assert!(
            access
                .check_host(&elsewhere, &headers(&[("host", "localhost:8080")]))
                .is_err()
        );
    }

    #[test]
    fn a_server_on_all_addresses_answers_to_addresses_and_not_to_names() {
        let access = Access::new(([0, 0, 0, 0], 80).into(), []);
        assert!(answers(&access, "192.0.2.1") && answers(&access, "[2001:db8::1]:80"));
        assert!(!answers(&access, "evil.example") && !answers(&access, "192.0.2.1:81"));
    }

    #[test]
    fn only_pages_of_this_server_and_programs_are_its_own() {
        let host = ("host", "localhost:8080");
        assert!(is_own(&headers(&[host])));
        assert!(is_own(&headers(&[host, ("origin", "http://localhost:8080")])));
        assert!(is_own(&headers(&[
            ("host", "games.example"),
            ("origin", "https://games.example")
        ])));
        assert!(is_own(&headers(&[host, ("sec-fetch-site", "same-origin")])));
        for origin in [
            "http://evil.example",
            "http://localhost",
            "http://localhost:8081",
            "http://127.0.0.1:8080",
            "null",
            "",
            "localhost:8080",
            "file://localhost:8080",
            "http://localhost:8080@evil.example",
            "http://localhost:8080.evil.example",
        ] {
            assert!(!is_own(&headers(&[host, ("origin", origin)])), "{origin}");
        }
        let two = [
            host,
            ("origin", "http://localhost:8080"),
            ("origin", "http://evil.example"),
        ];
        assert!(!is_own(&headers(&two)));
        assert!(!is_own(&headers(&[host, ("sec-fetch-site", "cross-site")])));
        assert!(!is_own(&headers(&[host, ("sec-fetch-site", "same-site")])));
    }

    #[test]
    fn paths_with_tricks_are_reported_from_plain_ones() {
        for path in [
            "/",
            "/t/0123456789ab",
            "/assets/js/board/board.js",
            "/api/v1/openapi.json",
        ] {
            assert!(is_plain_path(path), "{path}");
        }
        for path in [
            "",
            "*",
            "//",
            "/t/",
            "/assets/../x",
            "/..",
            "/./x",
            "/assets/%2e%2e/x",
            "/assets/..%2fx",
            "/a\\b",
            "/assets//etc/passwd",
            "/a%00",
            "/a b",
            "/é",
            "/a;b",
            "/~root",
        ] {
            assert!(!is_plain_path(path), "{path}");
        }
    }
}
