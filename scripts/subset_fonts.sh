#!/usr/bin/env bash
# Makes the fonts that books embed: Open Sans, regular and bold, with the letters of Latin-1 and Latin Extended-A and a few symbols.
#
#   bash scripts/subset_fonts.sh [FOLDER with OpenSans-Regular.ttf and OpenSans-Bold.ttf, of Debian's fonts-open-sans by default]
#
# Needs pyftsubset (fonttools). Its version decides bytes of the result, so the fonts are kept in the repository.
set -euo pipefail
cd "$(dirname "$0")/.."
from=${1:-/usr/share/fonts/truetype/open-sans}
letters='U+0020-007E,U+00A0-00FF,U+0100-017F,U+2013,U+2014,U+2018,U+2019,U+201C,U+201D,U+201E,U+2022,U+2026,U+2212'
for weight in Regular Bold; do
    pyftsubset "$from/OpenSans-$weight.ttf" --unicodes="$letters" --no-hinting --layout-features='' \
        --drop-tables+=GSUB,GPOS,GDEF,DSIG,kern --name-IDs=0,1,2,6,13,14 --no-glyph-names --notdef-outline \
        --output-file="crates/draw/fonts/OpenSans-$weight.ttf"
done
ls -l crates/draw/fonts
