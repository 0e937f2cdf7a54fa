//! Mutations: of bits and bytes, of numbers, of chunks, of words of the format, and of two inputs together.

use crate::tools::Dice;

/// Bytes of an input, at most.
const LONGEST: usize = 1 << 17;

/// An input made from the seeds.
pub(crate) fn mutate(seeds: &[Vec<u8>], words: &[&[u8]], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = dice.pick(seeds).clone();
    if dice.one_in(200) {
        return bytes;
    }
    let mut steps = 1 + dice.below(3);
    if dice.one_in(8) {
        steps += dice.below(16);
    }
    for _ in 0..steps {
        step(&mut bytes, seeds, words, dice);
    }
    bytes.truncate(LONGEST);
    bytes
}

/// Numbers at the edges of their types.
const EDGES: [u64; 14] = [
    0,
    1,
    2,
    0x7F,
    0x80,
    0xFF,
    0x7FFF,
    0xFFFF,
    0x7FFF_FFFF,
    0x8000_0000,
    0xFFFF_FFFF,
    1 << 40,
    i64::MAX as u64,
    u64::MAX,
];

#[expect(clippy::cast_possible_truncation, reason = "bytes of random words")]
fn step(bytes: &mut Vec<u8>, seeds: &[Vec<u8>], words: &[&[u8]], dice: &mut Dice) {
    if bytes.is_empty() {
        let word: &&[u8] = dice.pick(words);
        bytes.extend_from_slice(word);
        return;
    }
    // Footers and headers are at the ends.
    let place = match dice.below(4) {
        0 => bytes.len() - 1 - dice.below(bytes.len().min(64)),
        1 => dice.below(bytes.len().min(64)),
        _ => dice.below(bytes.len()),
    };
    let rest = bytes.len() - place;
    let most = if dice.one_in(4) { rest } else { 8.min(rest) };
    let length = 1 + dice.below(most);
    let end = (place + length).min(bytes.len());
    match dice.below(14) {
        0 | 1 => bytes[place] ^= 1 << dice.below(8),
        2 => bytes[place] = dice.word() as u8,
        3 => bytes[place] = bytes[place].wrapping_add(if dice.one_in(2) { 1 } else { 0xFF }),
        4 => drop(bytes.drain(place..end)),
        5 => {
            let copy = bytes[place..end].to_vec();
            let to = dice.below(bytes.len());
            bytes.splice(to..to, copy);
        }
        6 => {
            let copy = bytes[place..end].to_vec();
            let most = if dice.one_in(500) { 4096 } else { 16 };
            let times = 1 + dice.below(most);
            bytes.splice(place..place, copy.repeat(times.min(LONGEST / copy.len().max(1))));
        }
        7 => bytes.truncate(place),
        8 => {
            let edge = dice.pick(&EDGES).to_le_bytes();
            let width = *dice.pick(&[1, 2, 4, 8]);
            let width = width.min(bytes.len() - place);
            bytes[place..place + width].copy_from_slice(&edge[..width]);
        }
        9 => {
            let varint = varint(*dice.pick(&EDGES));
            let over = if dice.one_in(2) { (place + varint.len()).min(bytes.len()) } else { place + 1 };
            bytes.splice(place..over, varint);
        }
        10 => {
            let other = dice.pick(seeds);
            let from = dice.below(other.len());
            let to = from + 1 + dice.below(other.len() - from);
            bytes.splice(place..end, other[from..to.min(other.len())].iter().copied());
        }
        11 => bytes[place..end].reverse(),
        _ => {
            let word = dice.pick(words);
            let over = if dice.one_in(2) { end } else { place };
            bytes.splice(place..over, word.iter().copied());
        }
    }
}

/// A number as Thrift's compact protocol writes unsigned ones.
fn varint(mut number: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    loop {
        let low = (number & 0x7F) as u8;
        number >>= 7;
        bytes.push(if number == 0 { low } else { low | 0x80 });
        if number == 0 {
            return bytes;
        }
    }
}
