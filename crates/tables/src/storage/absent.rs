//! Object stores in a build without them: no address can be made, so nothing else can happen.
#![expect(missing_docs, clippy::missing_errors_doc, reason = "described where object stores are built in")]

use std::{
    io::{self, Write},
    path::Path,
};

/// Place in an object store.
#[derive(Debug, Clone)]
pub enum Address {}

/// Object being written.
#[derive(Debug)]
pub struct Upload(Address);

/// Object that is written and not yet known to be whole.
#[derive(Debug)]
pub struct PendingUpload(Address);

/// Version of an object.
#[derive(Debug, Clone)]
pub enum Version {}

impl Address {
    pub fn of(_: &Path) -> io::Result<Self> {
        let problem = "this program was built without object stores; build it with its feature `cloud`";
        Err(io::Error::new(io::ErrorKind::Unsupported, problem))
    }

    pub fn size(&self) -> io::Result<Option<u64>> {
        match *self {}
    }

    pub fn is_folder(&self) -> io::Result<bool> {
        match *self {}
    }

    pub fn list(&self) -> io::Result<Vec<(String, Option<u64>)>> {
        match *self {}
    }

    pub fn read_range(&self, _: u64, _: u64) -> io::Result<bytes::Bytes> {
        match *self {}
    }

    pub fn read(&self) -> io::Result<Option<(bytes::Bytes, Version)>> {
        match *self {}
    }

    pub fn version(&self) -> io::Result<Option<Version>> {
        match *self {}
    }

    pub fn put(&self, _: Vec<u8>) -> io::Result<()> {
        match *self {}
    }

    pub fn put_if(&self, _: Vec<u8>, _: Option<&Version>) -> io::Result<Option<Version>> {
        match *self {}
    }

    pub fn delete(&self) -> io::Result<()> {
        match *self {}
    }

    pub fn upload(&self) -> Upload {
        match *self {}
    }
}

impl Upload {
    pub fn finish(self) -> PendingUpload {
        match self.0 {}
    }
}

impl Write for Upload {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        match self.0 {}
    }

    fn flush(&mut self) -> io::Result<()> {
        match self.0 {}
    }
}

impl PendingUpload {
    pub fn wait(self) -> io::Result<()> {
        match self.0 {}
    }
}
