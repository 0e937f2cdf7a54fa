//! The options of making puzzles, from their table.

use super::messages;
use crate::corpus::{JobOptions, OptionKind, OptionRow, OptionValue};
use clap::{
    Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches,
    builder::{PossibleValue, PossibleValuesParser},
    error::ErrorKind,
};

/// Options of making puzzles.
pub(super) type PlanArgs = TableArgs<false>;

/// The options among them that also rate existing puzzles.
pub(super) type MeasureArgs = TableArgs<true>;

/// Options of the table: all, or those of measures.
#[derive(Debug, Clone, Default)]
pub(super) struct TableArgs<const MEASURES: bool>(pub(super) JobOptions);

impl<const MEASURES: bool> TableArgs<MEASURES> {
    fn rows() -> impl Iterator<Item = &'static OptionRow> {
        let of_measures = |row: &&OptionRow| ["add", "budget"].contains(&row.name);
        JobOptions::rows().iter().filter(move |row| !MEASURES || of_measures(row))
    }
}

impl<const MEASURES: bool> Args for TableArgs<MEASURES> {
    fn augment_args(command: Command) -> Command {
        Self::rows().fold(command, |command, row| command.arg(arg(row)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<const MEASURES: bool> FromArgMatches for TableArgs<MEASURES> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut args = Self::default();
        args.update_from_arg_matches(matches)?;
        Ok(args)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        for row in Self::rows() {
            if let Some(value) = given(row, matches) {
                let refused = |problem| {
                    let option = messages::option(row.name, None);
                    clap::Error::raw(ErrorKind::ValueValidation, format!("{option}: {problem}"))
                };
                row.set(&mut self.0, &value).map_err(refused)?;
            }
        }
        Ok(())
    }
}

/// Hides the options of making puzzles in the help of a command that is not `generate`, but for some.
pub(super) fn hidden(command: Command, shown: &[&str]) -> Command {
    let adapted = |arg: Arg, row: &OptionRow| {
        // The defaults are those of generate.
        if shown.contains(&row.name) { arg.help(messages::with_options(&row.text())) } else { arg.hide(true) }
    };
    let hidden = JobOptions::rows()
        .iter()
        .fold(command, |command, row| command.mut_arg(row.name, |arg| adapted(arg, row)));
    hidden.after_help("Takes the options of gridmill generate that decide the puzzles, too, such as --givens 30 or --er 4.0..5.0.")
}

/// Returns the value of an option; `None` if it is not given.
fn given(row: &OptionRow, matches: &ArgMatches) -> Option<OptionValue> {
    let texts = || matches.get_many::<String>(row.name).map(Iterator::cloned);
    match row.kind {
        OptionKind::Switch => matches.get_flag(row.name).then_some(OptionValue::Flag(true)),
        OptionKind::Value(_) | OptionKind::Name(_) => texts().map(|texts| OptionValue::Text(texts.collect())),
        OptionKind::Values(_) | OptionKind::List(_) | OptionKind::Words(_) => {
            texts().map(|texts| OptionValue::Several(texts.collect()))
        }
    }
}

fn arg(row: &'static OptionRow) -> Arg {
    // Each value is tried alone, so that a mistake names it.
    let tried = |text: &str| {
        let value = OptionValue::Text(text.to_owned());
        row.set(&mut JobOptions::default(), &value).map(|()| text.to_owned())
    };
    let arg = Arg::new(row.name)
        .long(row.name.replace('_', "-"))
        .help(messages::with_options(&row.meaning()))
        .help_heading(row.is_of_ratings.then_some("Ratings"))
        .hide_short_help(row.is_rare);
    let arg = if row.name == "count" { arg.short('n') } else { arg };
    match row.kind {
        OptionKind::Switch => arg.action(ArgAction::SetTrue),
        OptionKind::Value(name) => arg.value_name(name).value_parser(tried),
        OptionKind::Values(name) => arg.value_name(name).value_parser(tried).action(ArgAction::Append),
        OptionKind::List(name) => {
            arg.value_name(name).value_parser(tried).action(ArgAction::Append).value_delimiter(',')
        }
        OptionKind::Words(name) => {
            arg.value_name(name).value_parser(tried).action(ArgAction::Append).num_args(1..)
        }
        OptionKind::Name(names) => {
            let listed = names().into_iter().map(|value| {
                let named = PossibleValue::new(value.name).aliases(value.other_names);
                if value.help.is_empty() { named } else { named.help(value.help) }
            });
            let parser = PossibleValuesParser::new(listed.collect::<Vec<_>>());
            arg.value_name(row.name.to_uppercase()).ignore_case(true).value_parser(parser)
        }
    }
}
