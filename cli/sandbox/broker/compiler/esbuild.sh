#!/bin/sh
# esbuild with nothing beside it: no file, no network, no process of others. And with an end to its memory, in kB of address
# space: with each message it reports the whole line, so that a text of one line can be any number of times its size.
ulimit -v 3145728 2>/dev/null
[ -n "$TUI_BUBBLEWRAP" ] || exec "$TUI_ESBUILD" "$@"
exec "$TUI_BUBBLEWRAP" --unshare-all --die-with-parent --new-session --as-pid-1 --cap-drop ALL \
  --ro-bind "$TUI_ESBUILD" /esbuild --remount-ro / --chdir / -- /esbuild "$@"
