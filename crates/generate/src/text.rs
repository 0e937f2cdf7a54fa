//! Conversions of types that are text in JSON.

/// Implements the conversions that serde asks for, by `Display` and a `FromStr` whose error is a text.
macro_rules! string_form {
    ($type:ty $(, $target:ident: $bound:ident)?) => {
        #[doc(hidden)]
        impl$(<$target: $bound>)? TryFrom<String> for $type {
            type Error = String;

            fn try_from(text: String) -> Result<Self, String> {
                text.parse()
            }
        }

        #[doc(hidden)]
        impl$(<$target: $bound>)? From<$type> for String {
            fn from(value: $type) -> Self {
                value.to_string()
            }
        }
    };
}
pub(crate) use string_form;
