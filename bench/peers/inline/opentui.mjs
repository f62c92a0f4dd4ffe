/** OpenTUI: a footer of some rows, and lines that it writes to the scrollback above. Node 26 with --experimental-ffi. */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

export async function open(output, { packages, input }) {
  const { resolve } = createRequire(`${packages}/package.json`);
  const { createCliRenderer, TextRenderable } = await import(
    pathToFileURL(resolve('@opentui/core'))
  );
  const renderer = await createCliRenderer({
    stdin: input,
    stdout: output,
    width: 80,
    height: 24,
    maxFps: 1000,
    targetFps: 1000,
    consoleMode: 'disabled',
    useMouse: false,
    exitOnCtrlC: false,
    exitSignals: [],
    screenMode: 'split-footer',
    footerHeight: 3,
    externalOutputMode: 'capture-stdout',
    backgroundColor: 'transparent',
  });
  const text = new TextRenderable(renderer, { content: '', wrapMode: 'none' });
  renderer.root.add(text);
  renderer.start?.();
  return {
    print: (line) => output.write(`${line}\n`),
    rows: (rows) => {
      renderer.footerHeight = rows.length;
      text.content = rows.join('\n');
      renderer.requestRender();
    },
    resized: ([width, height]) => renderer.processResize?.(width, height) ?? output.emit('resize'),
    frame: () => undefined,
  };
}
