//! Line ends and quotation marks of a table in text, next to the parser of its fields: the number of the line, and marks that RFC 4180 does
//! not allow. The parser takes them, and rows would be lost in silence.
//!
//! ```text
//! 1,"a ""b"" c",2     a field in marks; a mark within it is written twice
//! 1,a "b" c,2         refused: a mark within a field without marks
//! 1,"a" b,2           refused: text after the mark that closes a field
//! 1,"a ...            refused at the end of the input: the field would swallow all rows
//! ```

/// Part of a record that the last byte belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Within {
    /// No field in marks; true at the beginning of a field.
    Plain(bool),
    /// A field in marks, which may be at the mark that closes it.
    Marks,
    /// After a mark in a field in marks: its end, or the first of two.
    AfterMark,
}

/// Follows the records of a table.
#[derive(Debug)]
pub(super) struct Marks {
    delimiter: u8,
    /// The line of the next byte, from 1.
    line: u64,
    /// True if the last byte was a carriage return, which ends a line together with a line feed.
    is_after_return: bool,
    within: Within,
    /// The line in which the field in marks begins.
    opened: u64,
}

impl Marks {
    pub(super) const fn new(delimiter: u8, line: u64) -> Self {
        Self { delimiter, line, is_after_return: false, within: Within::Plain(true), opened: line }
    }

    /// Returns the line of the next byte, from 1.
    pub(super) const fn line(&self) -> u64 {
        self.line
    }

    /// Follows bytes of a record.
    ///
    /// # Errors
    /// The line of a misplaced mark, and what is wrong.
    pub(super) fn follow(&mut self, bytes: &[u8]) -> Result<(), (u64, String)> {
        let Some((&last, most)) = bytes.split_last() else { return Ok(()) };
        // Without an early exit, which the compiler vectorises.
        let has_special =
            most.iter().fold(false, |found, &byte| found | matches!(byte, b'"' | b'\n' | b'\r'));
        if has_special || !matches!(self.within, Within::Plain(_)) {
            return bytes.iter().try_for_each(|&byte| self.follow_byte(byte));
        }
        if let Some(&before) = most.last() {
            self.is_after_return = false;
            self.within = Within::Plain(before == self.delimiter);
        }
        self.follow_byte(last)
    }

    /// Follows one byte.
    pub(super) fn follow_byte(&mut self, byte: u8) -> Result<(), (u64, String)> {
        let line = self.line;
        if byte == b'\r' || byte == b'\n' && !self.is_after_return {
            self.line += 1;
        }
        self.is_after_return = byte == b'\r';
        let ends_field = byte == self.delimiter || matches!(byte, b'\r' | b'\n');
        self.within = match (self.within, byte) {
            (Within::Plain(true), b'"') => {
                self.opened = line;
                Within::Marks
            }
            (Within::Plain(false), b'"') => {
                let problem = "a quotation mark is within a field; put the field in quotation marks and write \
                               the mark twice";
                return Err((line, problem.to_owned()));
            }
            (Within::Marks, b'"') => Within::AfterMark,
            (Within::Marks, _) | (Within::AfterMark, b'"') => Within::Marks,
            (Within::AfterMark, _) if !ends_field => {
                let problem = format!(
                    "text follows the quotation mark that closes the field begun in line {}; write a mark within \
                     a field twice",
                    self.opened
                );
                return Err((line, problem));
            }
            _ => Within::Plain(ends_field),
        };
        Ok(())
    }

    /// Checks that the input may end here.
    ///
    /// # Errors
    /// The line of a mark that opens a field without end, and what is wrong.
    pub(super) fn end(&self) -> Result<(), (u64, String)> {
        if self.within == Within::Marks {
            return Err((
                self.opened,
                "the quotation mark that opens a field here has no closing one".to_owned(),
            ));
        }
        Ok(())
    }
}
