//! Solving paths as columns: nested lists in Parquet, JSON in text. Each step is a [`StepData`].
//!
//! ```text
//! path        list of struct
//!   technique     name
//!   text          text                       the sentence of `gridmill solve --steps`
//!   placements    list of {cell, digit}      cell: row-major from 0; digit: 1 to 9
//!   eliminations  list of {cell, digit}
//!   cells         list of cell               what a person would point at
//!   digits        list of digit
//!   houses        list of name               r1 to r9, c1 to c9, b1 to b9
//!   base, cover   list of name               houses of fish and locked candidates
//!   fins, extra   list of cell
//!   sets          list of {cells, digits}    almost locked sets
//!   colors        list of list of cell
//!   chains        list of list of {cells, digit, on, link, parents}
//!   kind          name                       of forcing chains: double, contradiction, cell, house; null for other steps
//!   sources       list of {cells, digit, on} what chains start from; none for other steps
//!   nodes         number                     of chains, with those within them; null for other steps
//!   roles         list of {role, cells, digits}
//! ```

use arrow_array::{
    ArrayRef, ListArray, StructArray, UInt8Array,
    builder::{BooleanBuilder, StringBuilder, StringDictionaryBuilder, UInt16Builder, UInt32Builder},
    types::Int32Type,
};
use arrow_buffer::{NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{DataType, Field, Fields};
use gridmill_board::Shape;
use gridmill_rate::{CandidateData, CompactPath, NodeData, RoleData, SetData, SourceData, Step, StepData};
use std::sync::Arc;

trait FieldBuilder: Default {
    type Item;

    fn data_type() -> DataType;
    fn push(&mut self, item: Self::Item);
    fn finish(self) -> ArrayRef;
}

/// Cells or digits.
#[derive(Default)]
struct Bytes(Vec<u8>);

impl FieldBuilder for Bytes {
    type Item = u8;

    fn data_type() -> DataType {
        DataType::UInt8
    }

    fn push(&mut self, item: u8) {
        self.0.push(item);
    }

    fn finish(self) -> ArrayRef {
        Arc::new(UInt8Array::from(self.0))
    }
}

/// Defines a [`FieldBuilder`] by a builder of Arrow.
macro_rules! field_builder {
    ($(#[$doc:meta])* $name:ident($builder:ty), $item:ty, $data_type:expr, $append:ident) => {
        $(#[$doc])*
        #[derive(Default)]
        struct $name($builder);

        impl FieldBuilder for $name {
            type Item = $item;

            fn data_type() -> DataType {
                $data_type
            }

            fn push(&mut self, item: $item) {
                self.0.$append(item);
            }

            fn finish(mut self) -> ArrayRef {
                Arc::new(self.0.finish())
            }
        }
    };
}

field_builder!(
    /// Texts of which there are few.
    Names(StringDictionaryBuilder<Int32Type>), &'static str, names_type(), append_value
);
field_builder!(
    /// Texts of which there are few, or none.
    OptionalNames(StringDictionaryBuilder<Int32Type>), Option<&'static str>, names_type(), append_option
);
field_builder!(
    /// Sentences.
    Texts(StringBuilder), String, DataType::Utf8, append_value
);
field_builder!(
    /// True or false.
    Flags(BooleanBuilder), bool, DataType::Boolean, append_value
);
field_builder!(
    /// Places in a list.
    Places(UInt16Builder), u16, DataType::UInt16, append_value
);
field_builder!(
    /// Numbers, or none.
    OptionalNumbers(UInt32Builder), Option<u32>, DataType::UInt32, append_option
);

fn names_type() -> DataType {
    DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8))
}

/// Lists of the items of another builder.
struct Lists<B> {
    offsets: Vec<i32>,
    len: i32,
    items: B,
}

impl<B: FieldBuilder> Default for Lists<B> {
    fn default() -> Self {
        Self { offsets: vec![0], len: 0, items: B::default() }
    }
}

impl<B: FieldBuilder> Lists<B> {
    fn append(&mut self, items: impl IntoIterator<Item = B::Item>) {
        for item in items {
            self.items.push(item);
            self.len += 1;
        }
        self.offsets.push(self.len);
    }

    fn into_array(self, nulls: Option<NullBuffer>) -> ArrayRef {
        let offsets = OffsetBuffer::new(ScalarBuffer::from(self.offsets));
        Arc::new(ListArray::new(item_field(B::data_type()), offsets, self.items.finish(), nulls))
    }
}

impl<B: FieldBuilder> FieldBuilder for Lists<B> {
    type Item = Vec<B::Item>;

    fn data_type() -> DataType {
        DataType::List(item_field(B::data_type()))
    }

    fn push(&mut self, items: Vec<B::Item>) {
        self.append(items);
    }

    fn finish(self) -> ArrayRef {
        self.into_array(None)
    }
}

fn item_field(item: DataType) -> Arc<Field> {
    Arc::new(Field::new("item", item, false))
}

/// Defines the builder of a struct by those of its fields, each with whether it may be null.
macro_rules! struct_builder {
    ($name:ident of $item:ty { $($field:ident: $builder:ty, $nullable:literal;)* }) => {
        #[derive(Default)]
        struct $name {
            $($field: $builder,)*
        }

        impl $name {
            fn fields() -> Fields {
                let fields = [$(Field::new(stringify!($field), <$builder>::data_type(), $nullable)),*];
                fields.into_iter().collect()
            }
        }

        impl FieldBuilder for $name {
            type Item = $item;

            fn data_type() -> DataType {
                DataType::Struct(Self::fields())
            }

            fn push(&mut self, item: $item) {
                $(self.$field.push(item.$field);)*
            }

            fn finish(self) -> ArrayRef {
                Arc::new(StructArray::new(Self::fields(), vec![$(self.$field.finish()),*], None))
            }
        }
    };
}

struct_builder!(Candidates of CandidateData {
    cell: Bytes, false;
    digit: Bytes, false;
});

struct_builder!(Sets of SetData {
    cells: Lists<Bytes>, false;
    digits: Lists<Bytes>, false;
});

struct_builder!(Nodes of NodeData {
    cells: Lists<Bytes>, false;
    digit: Bytes, false;
    on: Flags, false;
    link: OptionalNames, true;
    parents: Lists<Places>, false;
});

struct_builder!(Sources of SourceData {
    cells: Lists<Bytes>, false;
    digit: Bytes, false;
    on: Flags, false;
});

struct_builder!(Roles of RoleData {
    role: Names, false;
    cells: Lists<Bytes>, false;
    digits: Lists<Bytes>, false;
});

struct_builder!(Steps of StepData {
    technique: Names, false;
    text: Texts, false;
    placements: Lists<Candidates>, false;
    eliminations: Lists<Candidates>, false;
    cells: Lists<Bytes>, false;
    digits: Lists<Bytes>, false;
    houses: Lists<Names>, false;
    base: Lists<Names>, false;
    cover: Lists<Names>, false;
    fins: Lists<Bytes>, false;
    extra: Lists<Bytes>, false;
    sets: Lists<Sets>, false;
    colors: Lists<Lists<Bytes>>, false;
    chains: Lists<Lists<Nodes>>, false;
    kind: OptionalNames, true;
    sources: Lists<Sources>, false;
    nodes: OptionalNumbers, true;
    roles: Lists<Roles>, false;
});

/// Returns the type of the column.
pub fn data_type() -> DataType {
    Lists::<Steps>::data_type()
}

/// Builds the column of paths.
pub fn array<'a>(paths: impl Iterator<Item = Option<&'a [Step]>>) -> ArrayRef {
    let (mut lists, mut present) = (Lists::<Steps>::default(), Vec::new());
    for path in paths {
        present.push(path.is_some());
        lists.append(path.unwrap_or_default().iter().map(StepData::from));
    }
    let nulls = present.contains(&false).then(|| NullBuffer::from(present));
    lists.into_array(nulls)
}

/// Formats a path as short text.
pub fn compact(steps: &[Step]) -> String {
    let shape = steps.first().map_or(Shape::STANDARD, |step| step.shape);
    CompactPath::from_steps(steps, shape).to_string()
}
