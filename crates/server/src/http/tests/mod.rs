//! The server as its visitors see it, in process and over real connections.

mod document;
mod keeping_out;
mod site;
mod sockets;
