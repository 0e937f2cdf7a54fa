//! Shared tools of the stages: random choices, scratch folders, threads, deadlines.

use crate::{options::Options, prelude::*};
use gridmill::generate::random;
use rand_pcg::{Pcg64, rand_core::SeedableRng as _};
use std::sync::atomic::AtomicUsize;

/// Random choices of one case, a function of the seed and the case's label.
#[derive(Debug)]
pub(crate) struct Dice(Pcg64);

impl Dice {
    /// The choices of the case `label`.
    pub(crate) fn new(seed: u64, label: &str) -> Self {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&seed.to_le_bytes()).update(label.as_bytes());
        Self(Pcg64::from_seed(hasher.finalize().into()))
    }

    /// The choices of case `number` with a key of the stage: cheaper than a label.
    pub(crate) fn numbered(key: u64, number: u64) -> Self {
        Self(Pcg64::new(u128::from(number) << 64 | u128::from(key), u128::from(key)))
    }

    /// A number below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        random::index_below(&mut self.0, n.max(1))
    }

    /// Any 64 bits.
    pub(crate) fn word(&mut self) -> u64 {
        random::below(&mut self.0, u64::MAX)
    }

    /// A number that makes any byte another when it is added.
    pub(crate) fn other(&mut self) -> u8 {
        u8::try_from(1 + self.below(255)).unwrap_or(1)
    }

    /// True once in `n`.
    pub(crate) fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// A number from 0 to 1.
    #[expect(clippy::cast_precision_loss, reason = "53 bits are enough")]
    pub(crate) fn unit(&mut self) -> f64 {
        (self.word() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// One of several.
    pub(crate) fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// Puts items in random order.
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        random::shuffle(&mut self.0, items);
    }
}

/// A change of the bytes of a file.
type Damage = fn(&mut Vec<u8>, &mut Dice);

/// Kinds of damage, with their words.
const DAMAGES: [(&str, Damage); 8] = [
    ("with changed bits", |bytes, dice| {
        for _ in 0..=dice.below(4) {
            let place = dice.below(bytes.len());
            bytes[place] ^= 1 << dice.below(8);
        }
    }),
    ("with another byte", |bytes, dice| {
        let place = dice.below(bytes.len());
        bytes[place] = bytes[place].wrapping_add(dice.other());
    }),
    // The footer of a Parquet file.
    ("with another byte near its end", |bytes, dice| {
        let place = bytes.len() - 1 - dice.below(bytes.len().min(600));
        bytes[place] = bytes[place].wrapping_add(dice.other());
    }),
    ("cut short", |bytes, dice| bytes.truncate(dice.below(bytes.len()))),
    ("longer", |bytes, _| bytes.extend_from_slice(b"more\n")),
    ("empty", |bytes, _| bytes.clear()),
    ("zeroed", |bytes, _| bytes.fill(0)),
    ("rotated", |bytes, _| {
        let half = bytes.len() / 2;
        bytes.rotate_left(half);
    }),
];

/// Damages bytes, if there are any; the change in words.
pub(crate) fn damage(bytes: &mut Vec<u8>, dice: &mut Dice) -> &'static str {
    if bytes.is_empty() {
        return "unchanged";
    }
    let (words, change) = *dice.pick(&DAMAGES);
    change(bytes, dice);
    words
}

/// Everything that a stage needs to know.
#[derive(Debug)]
pub(crate) struct Attack<'a> {
    /// The command line.
    pub(crate) options: &'a Options,
    /// When the stage should end: the share of the quick form, or hours away.
    pub(crate) deadline: Instant,
    /// When the whole attack began.
    pub(crate) start: Instant,
    scratch: tempfile::TempDir,
}

/// Threads of the attack, each of which mostly waits for one process.
pub(crate) const THREADS: usize = 2;

impl<'a> Attack<'a> {
    /// A stage with `seconds` in the quick form.
    pub(crate) fn new(options: &'a Options, stage: &str, seconds: u32, start: Instant) -> Self {
        let patience = if options.quick { u64::from(seconds) } else { 3600 };
        let parent = options.scratch.clone().unwrap_or_else(std::env::temp_dir);
        let scratch = tempfile::Builder::new().prefix(&format!("{stage}-")).tempdir_in(parent).unwrap();
        Self { options, deadline: Instant::now() + Duration::from_secs(patience), start, scratch }
    }

    /// The program with the words of a line, in the folder `dir`.
    pub(crate) fn call(&self, dir: &Path, line: impl AsRef<str>) -> Call<'_> {
        Call::new(self, dir, line.as_ref().split_whitespace())
    }

    /// The folder of the stage.
    pub(crate) fn scratch(&self) -> &Path {
        self.scratch.path()
    }

    /// A new empty folder, removed when dropped.
    pub(crate) fn room(&self) -> tempfile::TempDir {
        tempfile::tempdir_in(self.scratch.path()).unwrap()
    }

    /// A folder with a name of its own.
    pub(crate) fn folder(&self, name: &str) -> PathBuf {
        let folder = self.scratch.path().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    /// The choices of a case.
    pub(crate) fn dice(&self, label: &str) -> Dice {
        Dice::new(self.options.seed, label)
    }

    /// True for cases that were asked for: all, or the one.
    pub(crate) fn wants(&self, label: &str) -> bool {
        self.options.case.as_deref().is_none_or(|case| case == label)
    }

    /// True if cases below this label were asked for.
    pub(crate) fn wants_below(&self, prefix: &str) -> bool {
        self.options.case.as_deref().is_none_or(|case| case.starts_with(prefix))
    }

    /// True once the quick form's share of time is over.
    pub(crate) fn is_late(&self) -> bool {
        Instant::now() >= self.deadline
    }

    /// Runs `each` on the items from several threads, in order, until the deadline.
    pub(crate) fn in_parallel<T: Sync>(&self, items: &[T], each: impl Fn(&T) + Sync) {
        let next = AtomicUsize::new(0);
        thread::scope(|scope| {
            for _ in 0..THREADS {
                scope.spawn(|| {
                    while !self.is_late()
                        && let Some(item) = items.get(next.fetch_add(1, Relaxed))
                    {
                        each(item);
                    }
                });
            }
        });
    }
}
