#!/bin/sh
# esbuild with nothing beside it: no file, no network, no process of others.
exec "$TUI_BUBBLEWRAP" --unshare-all --die-with-parent --new-session --as-pid-1 --cap-drop ALL \
  --ro-bind "$TUI_ESBUILD" /esbuild --remount-ro / --chdir / -- /esbuild "$@"
