/** Ink: `<Static>` above the live rows. */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

export async function open(output, { packages, input }) {
  const { resolve } = createRequire(`${packages}/package.json`);
  const { default: React } = await import(pathToFileURL(resolve('react')));
  const { render, Static, Text, Box } = await import(
    pathToFileURL(`${packages}/node_modules/ink/build/index.js`)
  );
  const h = React.createElement;
  let state = { items: [], rows: [] };
  let set = () => undefined;
  const App = () => {
    const [shown, update] = React.useState(state);
    set = update;
    return h(
      Box,
      { flexDirection: 'column' },
      h(Static, { items: shown.items }, (text, key) => h(Text, { key }, text)),
      h(
        Box,
        { flexDirection: 'column' },
        shown.rows.map((text, key) => h(Text, { key, wrap: 'truncate' }, text)),
      ),
    );
  };
  render(h(App), {
    stdout: output,
    stdin: input,
    stderr: output,
    maxFps: 1e6,
    patchConsole: false,
    exitOnCtrlC: false,
    interactive: true,
  });
  const change = (next) => set((state = { ...state, ...next }));
  return {
    print: (text) => change({ items: [...state.items, text] }),
    rows: (rows) => change({ rows }),
    resized: () => output.emit('resize'),
    frame: () => undefined,
  };
}
