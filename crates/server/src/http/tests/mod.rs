//! The server as its visitors see it, in process and over real connections.

mod document;
mod judging;
mod keeping_out;
mod level_schema;
mod limits;
pub(super) mod site;
mod sockets;
