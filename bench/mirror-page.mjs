/**
 * `node bench/mirror-page.mjs`: memory of the mirror's page over 10,000 frames of an app that never rests: colours and texts that
 * were never there before, a canvas in pixels and a tree that changes. The heap is measured after a collection of garbage, with
 * the nodes of all documents and the rules of the cells; `--frames=N` for another count.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'tui-mirror-page-'));
const frames = Number(/--frames=(\d+)/.exec(process.argv.join(' '))?.[1] ?? 10_000);

const outfile = join(folder, 'chromium.mjs');
const entryPoints = [join(root, 'spec/support/chromium.ts')];
await build({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm' });
const { Chromium } = await import(pathToFileURL(outfile).href);

const app = join(folder, 'app.tui');
writeFileSync(
  app,
  `<tui><text id="count" role="status">frame 0</text><button id="b">press</button>
  <canvas id="c" style="width: 20; height: 6"/><container id="rows"/>
  <script ready>
    const rows = Array.from({ length: 12 }, () => $tui.document.createElement('text'));
    $tui.getElementById('rows').append(...rows);
    const canvas = $tui.getElementById('c');
    let frame = 0;
    const color = (seed) => '#' + ((seed * 2654435761) >>> 8 & 0xffffff).toString(16).padStart(6, '0');
    setInterval(() => {
      frame++;
      $tui.getElementById('count').textContent = 'frame ' + frame;
      $tui.getElementById('b').textContent = 'press ' + frame;
      rows.forEach((row, at) => {
        row.textContent = '█▟╭'.repeat(1 + (frame + at) % 9) + ' row ' + frame * (at + 1);
        row.style.color = color(frame * 12 + at);
      });
      if (frame % 12 === 0) {
        const context = canvas.getContext('2d');
        context.fillStyle = color(frame);
        context.fillRect(0, 0, canvas.width, canvas.height);
        context.fillStyle = color(frame + 1);
        context.fillRect(frame % canvas.width, 0, 4, canvas.height);
      }
    }, 16);
  </script></tui>`,
);

const args = ['--no-config', '--headless', '--server-port=0', '--gfx-mode=auto', '--trust', app];
const child = spawn(process.execPath, [join(root, 'dist/cli/main.cjs'), ...args], {
  stdio: ['ignore', 'ignore', 'pipe'],
});
const address = await new Promise((resolve, reject) => {
  let text = '';
  child.once('exit', (code) => reject(new Error(`ended with ${code}: ${text}`)));
  child.stderr.setEncoding('utf8').on('data', (piece) => {
    text += piece;
    const [, found] = /watch the app at (\S+)\n/.exec(text) ?? [];
    if (found !== undefined) resolve(found);
  });
});

const browser = new Chromium();
await browser.open('about:blank');
await browser.resize(900, 600);
await browser.go(address);
// Counts what the page shows, not what the app has sent.
await browser.until(`/frame \\d/.test(document.getElementById('frame').textContent)`);
await browser.evaluate(`void (window.shown = 0, window.pictures = 0,
  new MutationObserver((records) => {
    window.shown++;
    for (const { addedNodes } of records) for (const { localName } of addedNodes) if (localName === 'img') window.pictures++;
  }).observe(document.getElementById('frame'), { childList: true, subtree: true }))`);

console.log('frames  pictures  heap      nodes  listeners  rules  elements');
for (let part = 0; part <= 10; part++) {
  await browser.until(`window.shown >= ${(part * frames) / 10}`, 600_000);
  await browser.send('HeapProfiler.collectGarbage');
  const { usedSize } = await browser.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await browser.send('Memory.getDOMCounters');
  const [shown, pictures, rules, elements] = await browser.evaluate(
    `[shown, pictures, document.adoptedStyleSheets.reduce((sum, { cssRules }) => sum + cssRules.length, 0), document.querySelectorAll('*').length]`,
  );
  const heap = `${(usedSize / 1e6).toFixed(2)} MB`;
  const columns = [shown, pictures, heap, nodes, jsEventListeners, rules, elements];
  console.log(columns.map((each, at) => String(each).padEnd([6, 8, 8, 5, 9, 5, 8][at])).join('  '));
}
await browser.close();
child.kill();
