//! Object stores in a build without them: no address can be made, so nothing else can happen.

use std::{
    io::{self, Write},
    path::Path,
};

/// Place in an object store.
#[derive(Debug, Clone)]
pub(crate) enum Address {}

/// Object being written.
#[derive(Debug)]
pub(crate) struct Upload(Address);

/// Object that is written and not yet known to be whole.
#[derive(Debug)]
pub(crate) struct PendingUpload(Address);

/// Version of an object.
#[derive(Debug, Clone)]
pub(crate) enum Version {}

impl Address {
    pub(crate) fn of(_: &Path) -> io::Result<Self> {
        let problem = "this program was built without object stores; build it with --features cloud";
        Err(io::Error::new(io::ErrorKind::Unsupported, problem))
    }

    pub(crate) fn size(&self) -> io::Result<Option<u64>> {
        match *self {}
    }

    pub(crate) fn is_folder(&self) -> io::Result<bool> {
        match *self {}
    }

    pub(crate) fn list(&self) -> io::Result<Vec<(String, Option<u64>)>> {
        match *self {}
    }

    pub(crate) fn read_range(&self, _: u64, _: u64) -> io::Result<bytes::Bytes> {
        match *self {}
    }

    pub(crate) fn read(&self) -> io::Result<Option<(bytes::Bytes, Version)>> {
        match *self {}
    }

    pub(crate) fn version(&self) -> io::Result<Option<Version>> {
        match *self {}
    }

    pub(crate) fn put(&self, _: Vec<u8>) -> io::Result<()> {
        match *self {}
    }

    pub(crate) fn put_if(&self, _: Vec<u8>, _: Option<&Version>) -> io::Result<Option<Version>> {
        match *self {}
    }

    pub(crate) fn delete(&self) -> io::Result<()> {
        match *self {}
    }

    pub(crate) fn upload(&self) -> Upload {
        match *self {}
    }
}

impl Upload {
    pub(crate) fn finish(self) -> PendingUpload {
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
    pub(crate) fn wait(self) -> io::Result<()> {
        match self.0 {}
    }
}
