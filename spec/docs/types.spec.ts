/** `tui.d.ts` as a type checker takes it: what is right passes, what is wrong is named. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { registry } from '../../elements/index.js';
import { COMMON_EVENTS } from '../../runtime/dom/events/handlers.js';
import { mount } from '../support/mount.js';
import { DECLARATIONS, typeErrors as check } from './type-errors.js';

describe('tui.d.ts', () => {
  it('takes what an app does', () => {
    expect(
      check(`
const chart = $tui.getElementById<Tui.DataBarsElement>('cpu');
chart?.appendEntry([42, null], 'now');
if (chart !== null && chart.getValue().length > 60) chart.shiftEntry();
const made = $tui.createElement('data-bars');
made.series = [{ name: 'a', stack: 's' }];
made.series = '[{"name": "a"}]';
made.showValues = true;
made.valueFormat = 'percent';
const min: number | undefined = made.min;
made.getId = ({ label, values, index }) => label ?? String(values[index]);
made.addEventListener('select', (event) => {
  const id: string | undefined = event.id;
  chart?.setSelectedIds(new Set(id === undefined ? [] : [id]));
  return event.entryIndex + event.seriesIndex;
});
made.onselect = (event) => event.value;
made.addEventListener('keydown', ({ key, ctrlKey }) => key === 'q' && ctrlKey && $tui.exit(0));
made.addEventListener('own', (event) => event.type.length);
$tui.document.addEventListener('wheel', ({ deltaY, target }) => target.scrollBy(0, deltaY));
const state = $tui.createState({ count: 1, chosen: new Set<string>(), user: { name: '' } });
state.count += 1;
state.user.name = state.chosen.has('a') ? 'A' : 'B';
const end: () => void = state.subscribe('count', (value) => value);
state.subscribe((keys) => keys.join());
$tui.querySelector('data-bars')?.clearSelection();
for (const bars of $tui.querySelectorAll('data-bars')) bars.invalidate('paint');
for (const item of $tui.document.querySelectorAll('.item')) item.classList.toggle('on');
$tui.querySelector('container')!.title = 'x';
$tui.document.createElement('text').append('a', $tui.createElement('b'));
$tui.document.querySelector('#a')?.closest('container')?.setAttribute('hidden', '');
$tui.onReady(async () => { $tui.setTitle($tui.argv[0] ?? $tui.dirname); });
const observer = new MutationObserver((records) => records[0]?.addedNodes.map((node) => node.parentElement?.id));
observer.observe($tui.document.body, { childList: true, subtree: true });
const own: Tui.Event = new window.Event('own', { bubbles: true });
const form = document.createElement('form');
form.addEventListener('submit', ({ submitter }) => submitter?.focus());
form.addEventListener('formdata', ({ formData }) => formData.append('a', 'b'));
for (const [name] of new window.FormData(form, null)) form.elements.namedItem(name)?.focus();
made.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }));
if (made.nodeType === Node.TEXT_NODE || location.hash === '#a') requestAnimationFrame(() => document.body.focus());
if (matchMedia('(min-width: 60)').matches) made.append(new Text(getComputedStyle(made).getPropertyValue('color')));
if (!made.dispatchEvent(own) && made.parentNode instanceof HTMLElement) made.parentNode.focus();
made.dispatchEvent(new Event('own'));
class Clock extends HTMLElement {
  static observedAttributes = ['zone'];
  connectedCallback() { this.classList.add('running'); new ResizeObserver(([entry]) => entry?.target.invalidate('paint')).observe(this); }
}
customElements.define('wall-clock', Clock);
const walker = $tui.document.createTreeWalker(made, NodeFilter.SHOW_TEXT);
for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) node.parentElement?.classList.add('on');
$tui.document.createTextNode('a').after($tui.document.createDocumentFragment());
for (const child of made.children) child.hidden = child.previousElementSibling === null;
const end2: () => void = $tui.document.observe((change) => change.target.parentElement?.invalidate('paint'));
made.addEventListener('paste', ({ clipboardData }) => clipboardData?.getData('text/plain').length);
$tui.logger.info($app.anything); $tui.skipRender(); $tui.render();
const theme: string | undefined = $tui.config?.theme;
export { end, end2, min, theme };
`),
    ).toEqual([]);
  });

  it('names what an app may not do', () => {
    const lines = [
      `$tui.getElementById('cpu').id;`,
      `$tui.createElement('data-bars').appendEntry('x');`,
      `$tui.createElement('data-bars').showValues = 3;`,
      `$tui.createElement('data-bars').valueFormat = 'percents';`,
      `$tui.createElement('data-bars').series = [{ title: 'a' }];`,
      `$tui.createElement('container').bars;`,
      `$tui.createElement('data-bars').addEventListener('select', (event) => event.key);`,
      `$tui.createElement('text').addEventListener('keydown', (event) => event.entryIndex);`,
      `$tui.exit('now');`,
      `$tui.argv.push('x');`,
      `$tui.createState({ count: 1 }).count = 'x';`,
      `$tui.document = null;`,
      `$tui.document.report;`,
      `$tui.document.setActiveElement(null);`,
      `$tui.document.documentElement.measure;`,
      `$tui.document.documentElement.ownerDocument.registry;`,
      `$tui.document.createTextNode('a').parentElement.id;`,
      `new Tui.Event('x');`,
      `Tui;`,
      `document.titel;`,
      `new Node();`,
      `customElements.define('a-b', class {});`,
    ];
    const found = check(`export {};\n${lines.join('\n')}`);
    expect(found.map((message) => Number(/^script\.ts:(\d+)/.exec(message)?.[1]) - 2)).toEqual(
      lines.map((_, index) => index),
    );
  });

  it('shows what is for scripts, and nothing of the runtime itself', () => {
    const text = readFileSync(DECLARATIONS, 'utf8');
    expect(text).not.toMatch(/#private|@internal|\b(TreeNode|Owner|FAMILY|Painter)\b|\$\d/);
  });

  it('declares globals that scripts have', async () => {
    const text = readFileSync(DECLARATIONS, 'utf8');
    const names = [...text.matchAll(/^declare const (\w+): Tui\.Window/gm)].map(([, name]) => name);
    const app = await mount(`<tui><script>
      export const found = { ${names.map((name) => `${name}: typeof ${name}`).join(', ')} };
    </script></tui>`);
    const { found } = app.$tui.exports as { readonly found: Readonly<Record<string, string>> };
    expect(Object.keys(found)).toEqual(names);
    expect(names.filter((name = '') => found[name] === 'undefined')).toEqual([]);
    expect(names).toContain('MutationObserver');
    app.unmount();
  });

  it('has every element, with every attribute and event that is declared', async () => {
    const text = readFileSync(DECLARATIONS, 'utf8');
    const [common = ''] = /interface ElementEventMap \{[^}]*/.exec(text) ?? [];
    for (const type of COMMON_EVENTS) expect(common).toMatch(new RegExp(`\\b${type}: \\w*Event;`));
    for (const { tag, attributes, events } of registry.classes) {
      expect(text).toMatch(new RegExp(`['"]?${tag}['"]?: \\w+Element;`));
      for (const [name, { hook }] of Object.entries(attributes)) {
        expect(text).toMatch(new RegExp(`\\b${hook ?? name}\\b`));
      }
      for (const type of Object.keys(events)) expect(text).toContain(`readonly type: '${type}'`);
    }
  });
});
