#!/usr/bin/env bash
# Installs the peers and builds the two native ones: some minutes, with the npm registry and Debian's
# packages. What cannot be installed is left out of the comparison.
set -euo pipefail
cd "$(dirname "$0")"
npm install --no-audit --no-fund --no-package-lock --foreground-scripts
if command -v apt-get >/dev/null; then
  apt-get install -y -qq librust-tui-dev librust-crossterm-dev libncurses-dev >/dev/null || true
fi
gcc -O2 -w ncurses/bench.c -o ncurses/bench -lncursesw
gcc -O2 -w hello/ncurses.c -o hello/ncurses -lncursesw
crates=$(dpkg -L librust-tui-dev 2>/dev/null | grep -m1 'cargo/registry$' || true)
if [ -n "$crates" ] && command -v cargo >/dev/null; then
  (cd tui-rs && cargo build -q --release --offline \
    --config 'source.crates-io.replace-with="deb"' --config "source.deb.directory=\"$crates\"") ||
    echo "tui-rs was not built"
fi
