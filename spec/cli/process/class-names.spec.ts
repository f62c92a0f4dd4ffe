/** Names of the classes that scripts can reach. The bundle has others: its names are shortened. */
import { rm } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { folderOf, tui } from '../../support/cli.js';

/** Walks all that a script can reach, and prints the names of classes, one a line, and those of a few values. */
const APP = `<tui>
<text id="names" style="white-space: pre">-</text>
<button id="b">b</button><canvas id="c" style="width: 10; height: 4"/><input id="i"/><textarea id="t"/>
<data-bars id="d" series='[{ "name": "a" }]' bars="[[3]]"/><list id="l"><li>x</li></list><checkbox id="x">x</checkbox>
<select id="s"><option value="1">1</option></select><tabs id="p"><tab id="q" label="q">q</tab></tabs>
<img id="g" alt="none"/><split-pane id="v"><text>a</text><text>b</text></split-pane>
<script>
const seen = new Map();
const queue = [];
const add = (value, path) => {
  const isWalked = (typeof value === 'object' && value !== null) || typeof value === 'function';
  if (!isWalked || seen.has(value) || path.split('.').length > 12) return;
  seen.set(value, path);
  queue.push(value);
};
// A prototype may throw: it has no private members.
const keysOf = (value) => {
  try {
    return Reflect.ownKeys(value);
  } catch {
    return [];
  }
};
const failure = async (call) => {
  try {
    await call();
  } catch (error) {
    return error;
  }
};
const canvas = document.getElementById('c').getContext('2d');
const starts = {
  globalThis,
  canvas,
  gradient: canvas.createLinearGradient(0, 0, 1, 1),
  pixels: canvas.getImageData(0, 0, 1, 1),
  path: new Path2D(),
  comment: document.createComment('x'),
  fragment: document.createDocumentFragment(),
  walker: document.createTreeWalker(document),
  observer: new MutationObserver(() => {}),
  media: matchMedia('(color)'),
  found: document.querySelectorAll('*'),
  unknownKey: await failure(() => $tui.config.set('none', 1)),
  denied: await failure(() => fetch('http://example.invalid')),
  selector: await failure(() => document.querySelector('[[')),
};
for (const [name, value] of Object.entries(starts)) add(value, name);
for (const element of document.querySelectorAll('[id]')) add(element, '#' + element.id);
while (queue.length > 0) {
  const value = queue.shift();
  const path = seen.get(value);
  for (const key of keysOf(value)) {
    if (key === 'caller' || key === 'arguments' || key === 'callee') continue;
    try {
      const member = Reflect.get(value, key, value);
      member?.catch?.(() => {});
      add(member, path + '.' + String(key));
    } catch {}
  }
  add(Object.getPrototypeOf(value), path + '.__proto__');
}
const isClass = (value) => typeof value === 'function' && /^class\\b/.test(Function.prototype.toString.call(value));
const classes = [...seen].filter(([value]) => isClass(value)).map(([value, path]) => value.name + ' ' + path);
const shown = [document.getElementById('b'), document.getElementById('b').style, document, new Event('x'), starts.unknownKey];
document.getElementById('names').textContent = [
  ...new Set(classes),
  ...shown.map((value) => '= ' + value.constructor.name),
].join('\\n');
</script></tui>`;

/** Of Node, and of its undici. */
const OF_NODE = ['URL', 'Dir', 'Dispatcher1Wrapper'];

it('are those of the standard and of the declarations', async () => {
  const cwd = await folderOf({ 'names.tui': APP });
  try {
    const args = ['snapshot', 'names.tui', '--trust', '--width', '300', '--height', '300'];
    const { code, stdout, stderr } = await tui(args, { cwd });
    expect([code, stderr]).toEqual([0, '']);
    const lines = stdout.split('\n').map((line) => line.trim());
    const classes = lines.filter((line) => /^\S* [\w#].*\./.test(line));
    expect(classes.length).toBeGreaterThan(60);
    const isWrong = (name: string): boolean =>
      !/^[A-Z][A-Za-z]{3,}(2D)?$/.test(name) && !OF_NODE.includes(name);
    expect(classes.filter((line) => isWrong(line.split(' ')[0]!))).toEqual([]);
    expect(lines.filter((line) => line.startsWith('= '))).toEqual([
      '= ButtonElement',
      '= CSSStyleDeclaration',
      '= HTMLDocument',
      '= Event',
      '= DiagnosticError',
    ]);
  } finally {
    await rm(cwd, { recursive: true });
  }
});
