//! Objects of JSON with their keys in order, and values.

use super::limits::COLUMNS;
use serde::{
    Deserialize, Deserializer,
    de::{Error as _, MapAccess, Visitor},
};
use serde_json::value::RawValue;
use std::{borrow::Cow, fmt};

/// Keys and values of an object, in their order.
#[derive(Debug)]
pub struct Fields<'a>(pub Vec<(String, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Fields<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct FieldsVisitor;
        impl<'de> Visitor<'de> for FieldsVisitor {
            type Value = Fields<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                    if fields.len() > COLUMNS {
                        return Err(A::Error::custom(format!("more than {COLUMNS} keys")));
                    }
                }
                Ok(Fields(fields))
            }
        }
        deserializer.deserialize_map(FieldsVisitor)
    }
}

/// Value of a key.
#[derive(Debug)]
pub enum JsonValue<'a> {
    /// `null`.
    Null,
    /// A string, without its quotes and escapes.
    Text(Cow<'a, str>),
    /// A number, a flag, a list or an object, as it stands in the file.
    Bare(&'a str),
}

impl<'a> JsonValue<'a> {
    /// Reads a value; `None` if it is a string that is no text, such as half of a surrogate pair.
    pub fn of(raw: &'a RawValue) -> Option<Self> {
        let raw = raw.get();
        Some(match raw.as_bytes() {
            [b'"', .., b'"'] if !raw.contains('\\') => Self::Text(Cow::Borrowed(&raw[1..raw.len() - 1])),
            [b'"', ..] => Self::Text(Cow::Owned(serde_json::from_str(raw).ok()?)),
            b"null" => Self::Null,
            _ => Self::Bare(raw),
        })
    }
}
