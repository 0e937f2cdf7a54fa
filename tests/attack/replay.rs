//! Inputs that once failed, tried again with every `cargo test`.

#[path = "fuzz/targets.rs"]
#[allow(dead_code, reason = "the attack uses the rest")]
mod targets;

use std::{fs, path::Path};

#[test]
fn kept_inputs_do_no_harm() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/attack/crashes");
    let scratch = tempfile::tempdir().unwrap();
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries {
        let file = entry.unwrap().path();
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let target = targets::of_file(&name).unwrap_or_else(|| panic!("no target reads {name}"));
        let bytes = fs::read(&file).unwrap();
        let path = scratch.path().join(if target.file.is_empty() { "input" } else { target.file });
        fs::write(&path, &bytes).unwrap();
        if let Err(problem) = (target.run)(&targets::Input { bytes: &bytes, path: &path }) {
            panic!("{name}: {problem}");
        }
    }
}
