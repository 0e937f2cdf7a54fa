//! Makes the JavaScript around a module of WebAssembly: `bindgen MODULE.wasm FOLDER`. It is wasm-bindgen's own library; its command has a
//! test server and a client for the network next to it, which take minutes to compile.

use std::{env::args, error::Error};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let [_, module, folder] = args().collect::<Vec<_>>().try_into().map_err(|_| "give a module and a folder")?;
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).out_name("gridmill").web(true)?.typescript(true);
    bindgen.remove_name_section(true).remove_producers_section(true);
    Ok(bindgen.generate(folder)?)
}
