//! Results, records and locks on disk.

#[cfg(feature = "parquet")]
mod parquet;
pub(crate) mod parts;
pub(crate) mod record_file;
pub(crate) mod records_folder;
pub(crate) mod results_file;
pub(crate) mod rows;
pub(crate) mod tables_folder;
