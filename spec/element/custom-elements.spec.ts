import { describe, expect, it } from '@jest/globals';
import { mount } from '../support/mount.js';

/** Mounts a script; what it logs is the answer. */
async function run(
  script: string,
  markup = '',
  throws = true,
): Promise<{ readonly app: Awaited<ReturnType<typeof mount>>; readonly log: string[] }> {
  const app = await mount(`${markup}<script>export const log: string[] = []; ${script}</script>`, {
    width: 30,
    height: 4,
    errors: throws ? 'throw' : 'keep',
  });
  return { app, log: app.$tui.exports['log'] as string[] };
}

const COUNTER = `
class MyCounter extends HTMLElement {
  static observedAttributes = ['start', 'label'];
  count = 0;
  constructor() { super(); log.push('constructor'); }
  connectedCallback() { log.push('connected ' + this.isConnected); this.draw(); }
  disconnectedCallback() { log.push('disconnected'); }
  attributeChangedCallback(name, old, value) {
    log.push([name, old, value].map(String).join(" "));
    if (name === 'start') this.count = Number(value);
    this.draw();
  }
  draw() { this.textContent = (this.getAttribute('label') ?? 'n') + ' ' + this.count; }
}
customElements.define('my-counter', MyCounter);
`;

describe('elements that a script defines', () => {
  it('upgrade those in the document, attributes first', async () => {
    const { app, log } = await run(COUNTER, '<my-counter start="4" label="clicks"></my-counter>');
    expect(log).toEqual(['constructor', 'start null 4', 'label null clicks', 'connected true']);
    await app.findByText('clicks 4');
  });

  it('keep statics that our own classes have to themselves', async () => {
    const names = ['styles', 'attributes', 'content', 'events', 'rules', 'tag', 'raw', 'bindable'];
    const { app, log } = await run(
      `class MyStatic extends HTMLElement {
        ${names.map((name) => `static ${name} = ['mine'];`).join(' ')}
        connectedCallback() { this.textContent = 'drawn'; }
      }
      customElements.define('my-static', MyStatic);
      log.push(...${JSON.stringify(names)}.map((name) => String(HTMLElement[name])));`,
      '<my-static></my-static>',
    );
    await app.findByText('drawn');
    expect(new Set(log)).toEqual(new Set(['undefined']));
  });

  it('are made by new, createElement, markup and cloning', async () => {
    const { log } = await run(`${COUNTER}
      const made = new MyCounter();
      const created = document.createElement('my-counter');
      log.push(String([made.localName, made instanceof HTMLElement, created instanceof MyCounter]));
      const box = document.createElement('container');
      box.innerHTML = '<my-counter start="7"></my-counter>';
      log.push('inserted');
      document.body.append(box);
      log.push('clone');
      const copy = box.firstElementChild.cloneNode(true);
      log.push(String(copy.count));
      box.remove();
    `);
    expect(log).toEqual([
      'constructor',
      'constructor',
      'my-counter,true,true',
      'constructor',
      'start null 7',
      'inserted',
      'connected true',
      'clone',
      'constructor',
      'start null 7',
      '7',
      'disconnected',
    ]);
  });

  it('hear of observed attributes only, also of the same value again', async () => {
    const { log } = await run(`${COUNTER}
      const made = new MyCounter();
      log.length = 0;
      made.setAttribute('start', '1');
      made.setAttribute('START', '1');
      made.setAttribute('other', '1');
      made.removeAttribute('start');
    `);
    expect(log).toEqual(['start null 1', 'start 1 1', 'start 1 null']);
  });

  it('are waited for, found and named', async () => {
    const { log } = await run(`
      const before = customElements.whenDefined('my-late').then((found) => log.push(found.name));
      log.push(String(customElements.get('my-late')));
      class Late extends HTMLElement {}
      customElements.define('my-late', Late);
      log.push(String(customElements.get('my-late') === Late), customElements.getName(Late));
      await before;
    `);
    expect(log).toEqual(['undefined', 'true', 'my-late', 'Late']);
  });

  it.each([
    ["customElements.define('plain', class extends HTMLElement {})", 'SyntaxError'],
    ["customElements.define('My-Thing', class extends HTMLElement {})", 'SyntaxError'],
    ["customElements.define('data-bars', class extends HTMLElement {})", 'NotSupportedError'],
    ["customElements.define('my-x', class {})", 'TypeError'],
    ['new (class extends HTMLElement {})()', 'TypeError'],
    ['new HTMLElement()', 'TypeError'],
    [
      "class A extends HTMLElement {}; customElements.define('my-a', A); customElements.define('my-b', A)",
      'NotSupportedError',
    ],
  ])('refuse %s', async (code, name) => {
    const { log } = await run(`try { ${code} } catch (error) { log.push(error.name) }`);
    expect(log).toEqual([name]);
  });

  it('keep the document going where their code fails', async () => {
    const { app } = await run(
      `customElements.define('my-bad', class extends HTMLElement {
         connectedCallback() { throw new Error('oh') }
       });
       customElements.define('my-worse', class extends HTMLElement {
         constructor() { super(); throw new Error('no') }
       });`,
      '<text>fine</text><my-bad></my-bad><my-worse></my-worse>',
      false,
    );
    await app.findByText('fine');
    expect(app.diagnostics.map(({ message }) => message)).toEqual(
      expect.arrayContaining([expect.stringContaining('oh'), expect.stringContaining('no')]),
    );
  });
});

describe(':defined', () => {
  it('matches elements of known names, of other vocabularies, and those that scripts define', async () => {
    const { app, log } = await run(
      `const see = () => ['my-own', 'data-bars', 'text', 'nothing', 'my-later']
        .map((tag) => document.createElement(tag).matches(':defined')).join();
      log.push(see());
      customElements.define('my-own', class extends HTMLElement {});
      log.push(see());
      log.push(document.createElementNS('http://www.w3.org/2000/svg', 'a-b').matches(':defined'));
      log.push([...document.querySelectorAll(':not(:defined)')].map((each) => each.localName).join());
      export const define = () => customElements.define('my-later', class extends HTMLElement {});`,
      '<style>text { color: red } :not(:defined) { color: blue; visibility: hidden }</style>' +
        '<my-own>own</my-own><my-later>later</my-later>',
    );
    expect(log).toEqual([
      'false,true,true,true,false',
      'true,true,true,true,false',
      true,
      'my-later',
    ]);
    expect(app.text()).toBe('own');
    (app.$tui.exports['define'] as () => void)();
    await app.settle();
    expect(app.text()).toBe('own\nlater');
    expect(app.document.querySelector(':not(:defined)')).toBe(null);
  });
});
