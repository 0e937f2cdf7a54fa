# Functions that the scripts share. `. scripts/common.sh` in the root of the repository.
# shellcheck shell=bash

# Prints a line with the seconds since the start.
step() { printf '%s (%d s)\n' "$*" "$SECONDS"; }

# The profile of the program and the wheel that checks run: that of users, or `dev`, most of which the tests have compiled.
profile=${GRIDMILL_PROFILE:-release}

# Builds the program, unless GRIDMILL names one, and exports its path as GRIDMILL.
build_program() {
    [[ -z ${GRIDMILL:-} ]] || return 0
    cargo build --locked --quiet --profile "$profile"
    export GRIDMILL=${CARGO_TARGET_DIR:-$PWD/target}/${profile/#dev/debug}/gridmill
}

# Ends the script with success and a message about what is missing.
skip() {
    echo "skipped: $*"
    exit 0
}

# new_environment FOLDER PACKAGE...: makes FOLDER/venv, an environment of Python with these packages. False, with a message, if it cannot.
# With GRIDMILL_ENVIRONMENT, FOLDER/venv is that of this folder, and gets what it has not.
new_environment() {
    local folder=$1 python
    shift
    if [[ -n ${GRIDMILL_ENVIRONMENT:-} ]]; then
        ln -s "$GRIDMILL_ENVIRONMENT/venv" "$folder/venv"
    else
        python=$(type -P python3) || { echo "skipped: no python3"; return 1; }
        "$python" -m venv "$folder/venv" >/dev/null 2>&1 || { echo "skipped: python3 has no venv"; return 1; }
    fi
    install_packages "$folder" "$@"
}

# install_packages FOLDER PACKAGE...: installs more packages there. Modules are compiled when they are imported, which most are not.
install_packages() {
    local folder=$1
    shift
    "$folder/venv/bin/pip" install --quiet --disable-pip-version-check --no-compile "$@" || { echo "skipped: cannot install $*"; return 1; }
}

# Installs the packages of npm/check, unless they are there. False if they cannot be had.
install_check_packages() (
    cd npm/check || return
    [[ node_modules/.package-lock.json -nt package-lock.json ]] || npm ci --silent --no-audit --no-fund >/dev/null
)

# Prints the packages that the heads of Python scripts name (PEP 723), one a line.
packages_of_scripts() { sed -n 's/^# *"\([a-z0-9]*[=><].*\)",$/\1/p' "$@"; }

# Prints the packages of a group in python/pyproject.toml, one a line.
packages_of_group() { sed -n "/^$1 = \[/,/^\]/s/^ *\"\([][a-z0-9-]*==.*\)\",\$/\1/p" python/pyproject.toml; }

# Installs packages of the system, where that is allowed.
install_system_packages() {
    [[ $(id -u) == 0 ]] && type -P apt-get >/dev/null || return 0
    apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install --yes --no-install-recommends "$@" >/dev/null || true
}
