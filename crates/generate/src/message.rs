//! Options that messages name as code.

/// Writes the options that a text names as code, such as `` `overwrite` `` or `` `shard_rows=500` ``, as a program spells them: `spell` is
/// given the name and perhaps a value. Other text stays as it is.
///
/// ```
/// use gridmill_generate::with_options;
///
/// let flags = |name: &str, value: Option<&str>| match value {
///     Some(value) => format!("--{} {value}", name.replace('_', "-")),
///     None => format!("--{name}"),
/// };
/// assert_eq!(with_options("give `shard_rows=500` or `overwrite`", flags), "give --shard-rows 500 or --overwrite");
/// assert_eq!(with_options("a `b c` d `", flags), "a `b c` d `");
/// ```
pub fn with_options(text: &str, spell: impl Fn(&str, Option<&str>) -> String) -> String {
    let mut written = String::new();
    let mut rest = text;
    while let Some(start) = rest.find('`') {
        let (before, code) = (&rest[..start], &rest[start + 1..]);
        written.push_str(before);
        let name = code.bytes().take_while(|&byte| byte.is_ascii_lowercase() || byte == b'_').count();
        let end = match code.as_bytes().get(name) {
            Some(b'`') => Some(name),
            Some(b'=') => code.find('`'),
            _ => None,
        };
        if let Some(end) = end.filter(|_| name > 0) {
            written.push_str(&spell(&code[..name], code.get(name + 1..end)));
            rest = &code[end + 1..];
        } else {
            written.push('`');
            rest = code;
        }
    }
    written + rest
}

/// Returns a text of another source, such as a parser's, with quotation marks for backticks: it names no options.
pub fn without_code(text: &str) -> String {
    text.replace('`', "\"")
}
