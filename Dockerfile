# The program alone. `docker build --tag gridmill:local .` in the root of the repository;
# `docker run --rm --volume "$PWD:/corpus" --user "$(id -u):$(id -g)" gridmill:local generate --count 1000 --seed 42 --out sudoku` leaves /corpus/sudoku.
FROM rust:1.95.0-slim-bookworm AS build
# The version above, in place of the components that rust-toolchain.toml adds for developers.
ENV RUSTUP_TOOLCHAIN=1.95.0
WORKDIR /src
COPY . .
RUN cargo build --release --locked --bin gridmill

FROM debian:bookworm-slim
LABEL org.opencontainers.image.title="gridmill" \
      org.opencontainers.image.description="Makes Sudoku corpora from one seed, the same puzzles on any machine" \
      org.opencontainers.image.licenses="MIT OR Apache-2.0"
COPY --from=build /src/target/release/gridmill /usr/local/bin/gridmill
COPY --from=build /src/LICENSE-APACHE /src/LICENSE-MIT /usr/share/doc/gridmill/
RUN mkdir /corpus && chown 10001:10001 /corpus
USER 10001:10001
WORKDIR /corpus
ENTRYPOINT ["/usr/local/bin/gridmill"]
