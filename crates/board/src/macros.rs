//! Macros: operators and iterators of sets that are bits of one number, names of the values of enums, and types that are text in data.

/// Implements what all sets have, `&`, `|` and `-`, and iteration in ascending order, for a newtype over bits.
macro_rules! set_operators {
    ($set:ident of $item:ident by $create:ident in $bits:ty, $iter:ident) => {
        impl $set {
            /// The empty set.
            pub const EMPTY: Self = Self(0);

            /// Returns the set of one element.
            #[inline]
            pub const fn only(one: $item) -> Self {
                Self(1 << one.index())
            }

            /// Returns the bits: bit 0 is the first element that there is.
            #[inline]
            pub const fn bits(self) -> $bits {
                self.0
            }

            /// Counts the elements.
            #[inline]
            pub const fn len(self) -> u32 {
                self.0.count_ones()
            }

            /// Returns true if the set is empty.
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Returns true if the element is in the set.
            #[inline]
            pub const fn contains(self, one: $item) -> bool {
                self.0 >> one.index() & 1 == 1
            }

            /// Returns an iterator in ascending order.
            #[inline]
            pub const fn iter(self) -> $iter {
                $iter(self)
            }

            /// Removes and returns the first element.
            #[inline]
            #[doc(hidden)]
            pub const fn pop_first(&mut self) -> Option<$item> {
                let first = self.first();
                self.0 &= self.0.wrapping_sub(1);
                first
            }
        }

        #[doc = concat!("Iterator over a [`", stringify!($set), "`], in ascending order.")]
        #[doc(hidden)]
        #[derive(Debug, Clone)]
        pub struct $iter($set);

        impl Iterator for $iter {
            type Item = $item;

            #[inline]
            fn next(&mut self) -> Option<$item> {
                self.0.pop_first()
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                let len = self.0.len() as usize;
                (len, Some(len))
            }

            /// Folds word by word, which takes half the time for sets of two words.
            #[inline]
            fn fold<B, F: FnMut(B, $item) -> B>(self, init: B, mut f: F) -> B {
                let (bits, mut folded) = (u128::from(self.0.0), init);
                #[expect(clippy::cast_possible_truncation, reason = "the two halves")]
                for (mut word, from) in [(bits as u64, 0), ((bits >> 64) as u64, 64)] {
                    while word != 0 {
                        folded = f(folded, $item::$create(from + word.trailing_zeros() as usize));
                        word &= word - 1;
                    }
                }
                folded
            }
        }

        impl ExactSizeIterator for $iter {}

        impl std::iter::FusedIterator for $iter {}

        impl IntoIterator for $set {
            type Item = $item;
            type IntoIter = $iter;
            #[inline]
            fn into_iter(self) -> $iter {
                $iter(self)
            }
        }
        impl FromIterator<$item> for $set {
            fn from_iter<I: IntoIterator<Item = $item>>(all: I) -> Self {
                all.into_iter().fold(Self::EMPTY, |set, one| set | Self::only(one))
            }
        }
        impl std::ops::BitAnd for $set {
            type Output = Self;
            #[inline]
            fn bitand(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }
        }
        impl std::ops::BitAndAssign for $set {
            #[inline]
            fn bitand_assign(&mut self, other: Self) {
                self.0 &= other.0;
            }
        }
        impl std::ops::BitOr for $set {
            type Output = Self;
            #[inline]
            fn bitor(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
        }
        impl std::ops::BitOrAssign for $set {
            #[inline]
            fn bitor_assign(&mut self, other: Self) {
                self.0 |= other.0;
            }
        }
        impl std::ops::Sub for $set {
            type Output = Self;
            #[inline]
            fn sub(self, other: Self) -> Self {
                Self(self.0 & !other.0)
            }
        }
        impl std::ops::SubAssign for $set {
            #[inline]
            fn sub_assign(&mut self, other: Self) {
                self.0 &= !other.0;
            }
        }
    };
}
pub(crate) use set_operators;

/// Implements `ALL` and `name` of an enum for a list of its values with their names.
///
/// ```
/// #[derive(Debug, Clone, Copy, PartialEq, Eq)]
/// enum Kind {
///     Row,
///     Column,
/// }
/// gridmill_board::named_values!(Kind { Row "row", Column "column" });
///
/// assert_eq!(Kind::ALL.map(Kind::name), ["row", "column"]);
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! named_values {
    ($type:ident { $($variant:ident $name:literal),* $(,)? }) => {
        impl $type {
            /// All values, in the order in which they are listed.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$variant),*];

            /// Returns the name in data and options.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }
    };
}

/// Implements serde's traits for a type that is text in data, by its `Display` and `FromStr`. The caller has the crate `serde`.
#[doc(hidden)]
#[macro_export]
macro_rules! text_in_data {
    ($type:ty $(, $of:ident: $bound:ident)?) => {
        #[automatically_derived]
        impl$(<$of: $bound>)? serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        #[automatically_derived]
        impl<'de $(, $of: $bound)?> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                <String as serde::Deserialize>::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}

/// Implements `Debug` for a type with fields that lack it, or are of no use there: these fields are shown.
#[doc(hidden)]
#[macro_export]
macro_rules! debug_of_fields {
    ($([$($bounds:tt)*])? $name:ident $(<$of:tt>)?: $($field:ident),*) => {
        impl $(<$($bounds)*>)? std::fmt::Debug for $name $(<$of>)? {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_struct(stringify!($name))$(.field(stringify!($field), &self.$field))*.finish_non_exhaustive()
            }
        }
    };
}
