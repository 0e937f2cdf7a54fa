//! The structures that Parquet writes in Thrift's compact protocol, walked without building anything.
//!
//! The parquet crate reserves memory for as many elements as a list declares, and builds trees as deep as declared. A walk finds
//! both beforehand. It takes fields for the same types as the crate does, so that both see the same structure:
//! a field that the crate reads by its number must have the type of that number; all others are skipped by their own type.
//!
//! Format: <https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md>.

/// Deepest nesting of skipped values.
const DEPTH: u32 = 64;
/// Bytes of the longest number.
const LONGEST_NUMBER: u32 = 10;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Struct {
    File,
    SchemaElement,
    RowGroup,
    ColumnChunk,
    ColumnMetaData,
    KeyValue,
    SortingColumn,
    ColumnOrder,
    Geospatial,
    BoundingBox,
    LogicalType,
    Decimal,
    Time,
    TimeUnit,
    Integer,
    Variant,
    Geometry,
    Geography,
    PageHeader,
    DataPage,
    DataPageV2,
    DictionaryPage,
    Empty,
}

#[derive(Debug, Clone, Copy)]
enum Type {
    Bool,
    Byte,
    I16,
    I32,
    I64,
    Double,
    Binary,
    Struct(Struct),
    List(Struct),
    ListOfI32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ThriftValue<'a> {
    Number(i64),
    Bytes(&'a [u8]),
    /// Elements that a list declares; they follow.
    List(usize),
    /// The end of the structure; its field is 0.
    End,
}

/// Reason for ending a walk early.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// The bytes end within a value.
    Short,
    /// The bytes hold no such structure, or a limit is passed.
    Problem(String),
}

impl Trouble {
    fn damaged() -> Self {
        Self::Problem("the file is damaged".to_owned())
    }
}

/// Receives the fields that the parquet crate reads, in their order.
pub(super) type Visit<'v, 'a> = dyn FnMut(Struct, i16, ThriftValue<'a>) -> Result<(), String> + 'v;

mod code {
    pub(super) const TRUE: u8 = 1;
    pub(super) const FALSE: u8 = 2;
    pub(super) const BYTE: u8 = 3;
    pub(super) const I16: u8 = 4;
    pub(super) const I32: u8 = 5;
    pub(super) const I64: u8 = 6;
    pub(super) const DOUBLE: u8 = 7;
    pub(super) const BINARY: u8 = 8;
    pub(super) const LIST: u8 = 9;
    pub(super) const SET: u8 = 10;
    pub(super) const MAP: u8 = 11;
    pub(super) const STRUCT: u8 = 12;
    pub(super) const UUID: u8 = 13;
}

impl Type {
    fn is(self, found: u8) -> bool {
        match self {
            Self::Bool => found == code::TRUE || found == code::FALSE,
            Self::Byte => found == code::BYTE,
            Self::I16 => found == code::I16,
            Self::I32 => found == code::I32,
            Self::I64 => found == code::I64,
            Self::Double => found == code::DOUBLE,
            Self::Binary => found == code::BINARY,
            Self::Struct(_) => found == code::STRUCT,
            Self::List(_) | Self::ListOfI32 => found == code::LIST,
        }
    }
}

/// Returns the type of field `id`, if the parquet crate reads that field. Statistics are not among them: they are left out on request.
const fn known(of: Struct, id: i16) -> Option<Type> {
    use Struct as S;
    use Type as T;
    Some(match (of, id) {
        (S::File | S::SortingColumn, 1)
        | (S::SchemaElement, 1..=3 | 5..=9)
        | (S::ColumnChunk, 5 | 7)
        | (S::ColumnMetaData, 1 | 4 | 15)
        | (S::Decimal | S::DictionaryPage, 1 | 2)
        | (S::Geography, 2)
        | (S::PageHeader | S::DataPage, 1..=4)
        | (S::DataPageV2, 1..=6) => T::I32,
        (S::File, 3)
        | (S::RowGroup, 2 | 3 | 5)
        | (S::ColumnChunk, 2 | 4 | 6)
        | (S::ColumnMetaData, 5..=7 | 9..=11 | 14) => T::I64,
        (S::File, 6)
        | (S::SchemaElement, 4)
        | (S::ColumnChunk | S::Geometry | S::Geography, 1)
        | (S::KeyValue, 1 | 2) => T::Binary,
        (S::RowGroup, 7) => T::I16,
        (S::Integer | S::Variant, 1) => T::Byte,
        (S::SortingColumn, 2 | 3)
        | (S::Time, 1)
        | (S::Integer, 2)
        | (S::DataPageV2, 7)
        | (S::DictionaryPage, 3) => T::Bool,
        (S::BoundingBox, 1..=8) => T::Double,
        (S::File, 2) => T::List(S::SchemaElement),
        (S::File, 4) => T::List(S::RowGroup),
        (S::File, 5) => T::List(S::KeyValue),
        (S::File, 7) => T::List(S::ColumnOrder),
        (S::RowGroup, 1) => T::List(S::ColumnChunk),
        (S::RowGroup, 4) => T::List(S::SortingColumn),
        (S::ColumnMetaData | S::Geospatial, 2) => T::ListOfI32,
        (S::SchemaElement, 10) => T::Struct(S::LogicalType),
        (S::ColumnChunk, 3) => T::Struct(S::ColumnMetaData),
        (S::ColumnMetaData, 17) => T::Struct(S::Geospatial),
        (S::Geospatial, 1) => T::Struct(S::BoundingBox),
        (S::LogicalType, 5) => T::Struct(S::Decimal),
        (S::LogicalType, 7 | 8) => T::Struct(S::Time),
        (S::LogicalType, 10) => T::Struct(S::Integer),
        (S::LogicalType, 16) => T::Struct(S::Variant),
        (S::LogicalType, 17) => T::Struct(S::Geometry),
        (S::LogicalType, 18) => T::Struct(S::Geography),
        (S::LogicalType, 1..=4 | 6 | 11..=15 | 19)
        | (S::ColumnOrder | S::TimeUnit, 1..=3)
        | (S::PageHeader, 6) => T::Struct(S::Empty),
        (S::Time, 2) => T::Struct(S::TimeUnit),
        (S::PageHeader, 5) => T::Struct(S::DataPage),
        (S::PageHeader, 7) => T::Struct(S::DictionaryPage),
        (S::PageHeader, 8) => T::Struct(S::DataPageV2),
        _ => return None,
    })
}

/// Bytes being walked.
pub(super) struct ThriftInput<'a>(&'a [u8]);

impl<'a> ThriftInput<'a> {
    pub(super) const fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// Walks a structure and calls `visit` with its fields.
    pub(super) fn walk(&mut self, of: Struct, visit: &mut Visit<'_, 'a>) -> Result<(), Trouble> {
        let mut last = 0;
        while let Some((found, id)) = self.field(last)? {
            last = id;
            match known(of, id) {
                Some(required) if required.is(found) => self.value(of, id, required, visit)?,
                None if of != Struct::Empty => self.skip(found, DEPTH)?,
                _ => return Err(Trouble::damaged()),
            }
        }
        visit(of, 0, ThriftValue::End).map_err(Trouble::Problem)
    }

    fn value(
        &mut self,
        of: Struct,
        id: i16,
        required: Type,
        visit: &mut Visit<'_, 'a>,
    ) -> Result<(), Trouble> {
        let mut see = |value| visit(of, id, value).map_err(Trouble::Problem);
        match required {
            Type::Bool => Ok(()),
            Type::Byte => self.take(1).map(drop),
            Type::Double => self.take(8).map(drop),
            Type::I16 | Type::I32 | Type::I64 => see(ThriftValue::Number(self.number()?)),
            Type::Binary => see(ThriftValue::Bytes(self.binary()?)),
            Type::Struct(inner) => self.walk(inner, visit),
            Type::List(inner) => {
                let elements = self.list_of(code::STRUCT)?;
                see(ThriftValue::List(elements))?;
                (0..elements).try_for_each(|_| self.walk(inner, visit))
            }
            Type::ListOfI32 => {
                let elements = self.list_of(code::I32)?;
                see(ThriftValue::List(elements))?;
                (0..elements).try_for_each(|_| self.varint().map(drop))
            }
        }
    }

    pub(super) fn take(&mut self, bytes: usize) -> Result<&'a [u8], Trouble> {
        let (taken, rest) = self.0.split_at_checked(bytes).ok_or(Trouble::Short)?;
        self.0 = rest;
        Ok(taken)
    }

    fn byte(&mut self) -> Result<u8, Trouble> {
        self.take(1).map(|bytes| bytes[0])
    }

    pub(super) fn varint(&mut self) -> Result<u64, Trouble> {
        let mut number = 0;
        for place in 0..LONGEST_NUMBER {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7F) << (7 * place);
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(Trouble::damaged())
    }

    pub(super) fn number(&mut self) -> Result<i64, Trouble> {
        let number = self.varint()?;
        Ok((number >> 1).cast_signed() ^ -(number & 1).cast_signed())
    }

    fn size(&mut self) -> Result<usize, Trouble> {
        usize::try_from(self.varint()?).map_err(|_| Trouble::damaged())
    }

    fn binary(&mut self) -> Result<&'a [u8], Trouble> {
        let size = self.size()?;
        self.take(size)
    }

    /// Returns the type and number of the next field; `None` at the end of the structure.
    fn field(&mut self, last: i16) -> Result<Option<(u8, i16)>, Trouble> {
        let byte = self.byte()?;
        let (step, found) = (byte >> 4, byte & 0xF);
        if found == 0 {
            return Ok(None);
        }
        let id = match step {
            0 => i16::try_from(self.number()?).ok(),
            step => last.checked_add(step.into()),
        };
        id.map(|id| Some((found, id))).ok_or_else(Trouble::damaged)
    }

    /// Returns the type and the number of a list's elements.
    fn list(&mut self) -> Result<(u8, usize), Trouble> {
        let byte = self.byte()?;
        let elements = match byte >> 4 {
            15 => self.size()?,
            few => few.into(),
        };
        Ok((byte & 0xF, elements))
    }

    fn list_of(&mut self, required: u8) -> Result<usize, Trouble> {
        let (found, elements) = self.list()?;
        if found == required || elements == 0 { Ok(elements) } else { Err(Trouble::damaged()) }
    }

    fn skip(&mut self, found: u8, depth: u32) -> Result<(), Trouble> {
        let depth = depth.checked_sub(1).ok_or_else(Trouble::damaged)?;
        match found {
            code::TRUE | code::FALSE => Ok(()),
            code::BYTE => self.take(1).map(drop),
            code::I16 | code::I32 | code::I64 => self.varint().map(drop),
            code::DOUBLE => self.take(8).map(drop),
            code::UUID => self.take(16).map(drop),
            code::BINARY => self.binary().map(drop),
            code::STRUCT => {
                while let Some((inner, _)) = self.field(0)? {
                    self.skip(inner, depth)?;
                }
                Ok(())
            }
            code::LIST | code::SET => {
                let (inner, elements) = self.list()?;
                (0..elements).try_for_each(|_| self.skip_element(inner, depth))
            }
            code::MAP => {
                let elements = self.size()?;
                let kinds = if elements > 0 { self.byte()? } else { 0 };
                (0..elements).try_for_each(|_| {
                    self.skip_element(kinds >> 4, depth)?;
                    self.skip_element(kinds & 0xF, depth)
                })
            }
            _ => Err(Trouble::damaged()),
        }
    }

    /// Skips an element of a list. Those of flags have no agreed form (a byte each, or nothing), and Parquet has none that are skipped.
    fn skip_element(&mut self, found: u8, depth: u32) -> Result<(), Trouble> {
        if found == code::TRUE || found == code::FALSE {
            return Err(Trouble::damaged());
        }
        self.skip(found, depth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Walks and lists what was visited.
    fn walk(of: Struct, bytes: &[u8]) -> Result<Vec<(i16, String)>, Trouble> {
        let mut seen = Vec::new();
        ThriftInput::new(bytes).walk(of, &mut |_, id, value| {
            seen.push((id, format!("{value:?}")));
            Ok(())
        })?;
        Ok(seen)
    }

    #[test]
    fn fields_come_in_their_order() {
        // Key k, value ab, and a field 3 that is no part of the format.
        let pair = [0x18, 1, b'k', 0x18, 2, b'a', b'b', 0x15, 4, 0];
        let seen = walk(Struct::KeyValue, &pair).unwrap();
        let bytes = |bytes: &[u8]| format!("{:?}", ThriftValue::Bytes(bytes));
        assert_eq!(seen, [(1, bytes(b"k")), (2, bytes(b"ab")), (0, format!("{:?}", ThriftValue::End))]);
    }

    #[test]
    fn damage_is_found_before_anything_is_reserved() {
        assert_eq!(walk(Struct::KeyValue, &[0x18, 9, b'k']), Err(Trouble::Short));
        // A key that is a number.
        assert_eq!(walk(Struct::KeyValue, &[0x15, 2, 0]), Err(Trouble::damaged()));
        // A list of two thousand million row groups is announced, and then there is nothing.
        let mut announced = 0;
        let file = [0x49, 0xFC, 0xFF, 0xFF, 0xFF, 0xFF, 0x07];
        let walked = ThriftInput::new(&file).walk(Struct::File, &mut |_, _, value| {
            if let ThriftValue::List(elements) = value {
                announced = elements;
            }
            Ok(())
        });
        assert_eq!((walked, announced), (Err(Trouble::Short), i32::MAX as usize));
        // Structures nested in one another without end, in a field that is skipped.
        assert_eq!(walk(Struct::KeyValue, &[0x5C; 1000]), Err(Trouble::damaged()));
        let endless = [&[0x35], &[0x80; 20][..]].concat();
        assert_eq!(walk(Struct::KeyValue, &endless), Err(Trouble::damaged()), "a number of 20 bytes");
    }
}
