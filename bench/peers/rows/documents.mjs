/** Ours, and frameworks in an app of ours: documents with one way to change their rows. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SIZE } from './workload.mjs';

const here = dirname(fileURLToPath(import.meta.url));

function read(peer) {
  if (peer !== 'solid') return readFileSync(join(here, `${peer}.tui`), 'utf8');
  const { transformSync } = createRequire(import.meta.url)('@babel/core');
  const options = { presets: ['babel-preset-solid'], configFile: false, babelrc: false };
  const { code } = transformSync(readFileSync(join(here, 'solid.jsx'), 'utf8'), options);
  const preact = read('preact');
  const style = preact.slice(0, preact.indexOf('<script'));
  return `${style}<script lang="js">\n${code}\n</script>`;
}

export async function open(peer, output, { dist }) {
  const { createApp } = await import(`${dist}/cli/library.js`);
  const [width, height] = SIZE;
  const app = createApp(`<tui>${read(peer)}</tui>`, {
    file: join(here, `${peer}.tui`),
    width,
    height,
    theme: 'color16-dark',
    output,
    env: { TERM: 'xterm-256color' },
  });
  await app.load();
  await app.ready();
  app.frame();
  const { peer: rows } = app.$tui.exports;
  const list = app.document.getElementById('rows');
  return {
    rows,
    frame: () => app.frame(),
    /** How many rows are in the document, and what the third one is. */
    shown: () => {
      const third = list.children[2];
      const text = third?.querySelector('.label').textContent;
      return { count: list.children.length, text, isSelected: third?.classList.contains('danger') };
    },
  };
}
