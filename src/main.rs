//! The `gridmill` program: parse, run, exit code.

fn main() -> std::process::ExitCode {
    gridmill::cli::main()
}
