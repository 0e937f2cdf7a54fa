//! Ends of lines: LF, CR LF, or CR, with which old Macs and some spreadsheets end lines.

use super::limits::LONGEST_LINE;
use crate::format::thousands;
use std::io::{self, BufRead};

const fn is_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// Returns true if a line is whole: its end was read.
pub fn is_ended(line: &[u8]) -> bool {
    line.last().is_some_and(|&last| is_end(last))
}

/// Finds the first byte that ends a line.
fn position_of_end(bytes: &[u8]) -> Option<usize> {
    memchr::memchr2(b'\n', b'\r', bytes)
}

/// Appends the next line with its end to `line`, but not many more than `most` bytes of it; returns the number of bytes, 0 at the end of
/// the input.
///
/// # Errors
/// Those of the input.
pub fn read_line(input: &mut (impl BufRead + ?Sized), most: usize, line: &mut Vec<u8>) -> io::Result<usize> {
    let start = line.len();
    loop {
        let buffer = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            buffer => buffer?,
        };
        let part = &buffer[..buffer.len().min(most - (line.len() - start).min(most))];
        let end = position_of_end(part);
        let taken = end.map_or(part.len(), |end| end + 1);
        let is_return = end.is_some_and(|end| part[end] == b'\r');
        line.extend_from_slice(&part[..taken]);
        input.consume(taken);
        if is_return && take_line_feed(input)? {
            line.push(b'\n');
        }
        if end.is_some() || taken == 0 {
            return Ok(line.len() - start);
        }
    }
}

/// Skips the rest of the line of this number.
///
/// # Errors
/// Those of the input, and an error for a line without end.
pub(super) fn skip_line(input: &mut (impl BufRead + ?Sized), number: u64) -> io::Result<()> {
    let mut skipped = 0;
    loop {
        let buffer = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            buffer => buffer?,
        };
        let end = position_of_end(buffer);
        let taken = end.map_or(buffer.len(), |end| end + 1);
        let is_return = end.is_some_and(|end| buffer[end] == b'\r');
        input.consume(taken);
        if is_return {
            take_line_feed(input)?;
        }
        if end.is_some() || taken == 0 {
            return Ok(());
        }
        skipped += taken as u64;
        check_length(skipped, number)?;
    }
}

/// Checks that a line ends within this number of bytes.
///
/// # Errors
/// An error that names the line and the bound.
pub(super) fn check_length(bytes: u64, number: u64) -> io::Result<()> {
    if bytes <= LONGEST_LINE {
        return Ok(());
    }
    let most = thousands(LONGEST_LINE);
    let problem = format!("line {number} has more than {most} bytes; at most that many are allowed");
    Err(io::Error::new(io::ErrorKind::InvalidData, problem))
}

/// Takes the line feed that follows a carriage return, if there is one.
fn take_line_feed(input: &mut (impl BufRead + ?Sized)) -> io::Result<bool> {
    loop {
        match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            buffer => {
                let is_there = buffer?.first() == Some(&b'\n');
                input.consume(usize::from(is_there));
                return Ok(is_there);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    #[test]
    fn lines_end_with_lf_cr_or_both() {
        let text = format!("a\r\nb\rc\n\r\r\n{}\n\r{}", "x".repeat(40), "y".repeat(33));
        let expected = ["a\r\n", "b\r", "c\n", "\r", "\r\n", &("x".repeat(40) + "\n"), "\r", &"y".repeat(33)];
        for capacity in [1, 2, 3, 16, 17, 100] {
            let mut input = BufReader::with_capacity(capacity, text.as_bytes());
            let mut lines = Vec::new();
            loop {
                let mut line = Vec::new();
                if read_line(&mut input, 1000, &mut line).unwrap() == 0 {
                    break;
                }
                lines.push(String::from_utf8(line).unwrap());
            }
            assert_eq!(lines, expected, "{capacity}");
        }
    }

    #[test]
    fn long_lines_are_cut_and_their_rest_is_skipped() {
        for end in ["\n", "\r", "\r\n"] {
            let text = format!("{}{end}b", "a".repeat(100));
            let mut input = BufReader::with_capacity(7, text.as_bytes());
            let mut line = Vec::new();
            assert_eq!(read_line(&mut input, 20, &mut line).unwrap(), 20);
            assert!(!is_ended(&line));
            skip_line(&mut input, 1).unwrap();
            line.clear();
            assert_eq!(read_line(&mut input, 20, &mut line).unwrap(), 1);
            assert_eq!(line, b"b");
        }
        let problem = check_length(LONGEST_LINE + 1, 3).unwrap_err().to_string();
        assert_eq!(problem, "line 3 has more than 16,777,216 bytes; at most that many are allowed");
    }
}
