/** A page of `tui snapshot --format html` in a browser: where the cells are, and what a screen reader is given. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Chromium } from '../support/chromium.js';
import { describeInChromium } from '../support/programs.js';
import { folderOf, tui } from '../support/cli.js';

interface AxNode {
  readonly ignored: boolean;
  readonly role?: { readonly value: string };
  readonly name?: { readonly value: string };
  readonly properties?: readonly {
    readonly name: string;
    readonly value: { readonly value: unknown };
  }[];
}

let browser: Chromium;

/** Opens the page of a file; `text` writes it first. */
async function open(file: string, text?: string, ...args: string[]): Promise<void> {
  const folder = await folderOf({});
  const [source, page] = [join(folder, 'app.tui'), join(folder, 'page.html')];
  if (text !== undefined) writeFileSync(source, text);
  const from = text === undefined ? file : source;
  const made = await tui(['snapshot', from, '--trust', '--format', 'html', '-o', page, ...args]);
  expect(made).toMatchObject({ code: 0, stderr: '' });
  await browser.open(page);
}

/** Nodes that only hold others, and words. */
const SILENT =
  /^(caption|Caption|generic|InlineTextBox|LabelText|main|MenuListPopup|none|paragraph|RootWebArea|rowgroup|StaticText)$/;

/** What the browser tells a screen reader: role, name and states. */
async function spoken(): Promise<string[]> {
  const { nodes } = await browser.send<{ nodes: AxNode[] }>('Accessibility.getFullAXTree');
  const states = ['checked', 'disabled', 'expanded', 'invalid', 'required', 'selected', 'modal'];
  return nodes
    .filter(({ ignored, role }) => !ignored && !SILENT.test(role?.value ?? ''))
    .map(({ role, name, properties = [] }) => {
      const said = properties
        .filter(
          (each) =>
            states.includes(each.name) && !['false', false].includes(each.value.value as string),
        )
        .map((each) =>
          each.value.value === true ? each.name : `${each.name} ${String(each.value.value)}`,
        );
      return [role?.value, JSON.stringify(name?.value ?? ''), ...said.sort()].join(' ');
    });
}

describeInChromium('in Chromium', () => {
  beforeEach(() => {
    browser = new Chromium();
  });
  afterEach(() => browser.close());

  it('has each run at the cells it was painted in, wide and combining letters too', async () => {
    await open(
      '',
      '<text>a表示b e\u0301x\u0302 👩‍👩‍👧 🇫🇮|</text><data-bars series=\'[{"name":"A"}]\' bars="[[1],[3],[8]]" labels=\'["a","表","c"]\'/>',
    );
    const places = await browser.evaluate<{ off: number; rows: number[] }>(`(() => {
      const ch = document.querySelector('.frame').getBoundingClientRect().width / 80;
      let off = 0;
      const rows = [...document.querySelectorAll('.row')].map((row) => {
        let cells = 0;
        for (const span of row.children) {
          const { left, width } = span.getBoundingClientRect();
          const own = Number(/w(\\d+)/.exec(span.className)[1]);
          off = Math.max(off, Math.abs(left - row.getBoundingClientRect().left - cells * ch), Math.abs(width - own * ch));
          cells += own;
        }
        return row.getBoundingClientRect().height;
      });
      return { off, rows };
    })()`);
    expect(places.rows).toHaveLength(24);
    expect(new Set(places.rows)).toEqual(new Set([16]));
    // Widths are counted in 64ths of a pixel, each run's once.
    expect(places.off).toBeLessThan(1);
  });

  it('obeys its policy: it has its styles, and neither scripts nor requests', async () => {
    await open('examples/hello.tui');
    expect(
      await browser.evaluate('getComputedStyle(document.querySelector(".frame")).whiteSpace'),
    ).toBe('pre');
    const tried = await browser.evaluate(`(async () => {
      const blocked = [];
      document.addEventListener('securitypolicyviolation', (event) => blocked.push(event.effectiveDirective));
      const script = document.createElement('script');
      script.textContent = 'window.OWNED = 1';
      document.head.append(script);
      document.body.append(Object.assign(new Image(), { src: 'http://127.0.0.1:9/' }));
      document.body.setAttribute('style', 'color: red');
      await new Promise((resolve) => setTimeout(resolve, 100));
      return [window.OWNED ?? 'none', ...blocked.sort()];
    })()`);
    expect(tried).toEqual(['none', 'img-src', 'script-src-elem', 'style-src-attr']);
    expect(browser.events.filter(({ method }) => method === 'Log.entryAdded')).not.toEqual([]);
  });

  it('tells a screen reader the twin, and nothing of the cells', async () => {
    await open(
      '',
      `<title>Order</title><text role="heading">Coffee</text>
       <label for="n">Name</label><input id="n" value="Ada" required/>
       <input aria-label="Pin" type="password" value="1234"/>
       <input aria-label="Bags" type="number" value="2" min="1" max="9"/>
       <checkbox checked="true">Gift</checkbox><switch>News</switch>
       <radio-group aria-label="Roast"><radio checked="true">Dark</radio><radio disabled="true">Light</radio></radio-group>
       <select aria-label="Beans"><option>Kenya</option><option selected="true">Peru</option></select>
       <slider aria-label="Grind" value="3" max="9"/><progress label="Done" value="0.5"/>
       <collapsible summary="More"/><button disabled="true">Order</button>
       <table aria-label="Prices" selectable="single" columns='["Bag"]' rows='[["5 EUR"]]'/>
       <text>See <a href="https://example.org">terms</a></text>`,
      '--height',
      '40',
    );
    const tree = await spoken();
    expect(tree.sort()).toEqual([
      'button "More"',
      'button "Order" disabled',
      'checkbox "Gift" checked true',
      'columnheader "Bag"',
      'combobox "Beans"',
      'grid "Prices"',
      'gridcell "5 EUR"',
      'heading "Coffee"',
      'heading "Order"',
      'link "terms"',
      'option "Kenya"',
      'option "Peru" selected',
      'progressbar "Done"',
      'radio "Dark" checked true',
      'radio "Light" disabled',
      'radiogroup "Roast"',
      'row "5 EUR"',
      'row "Bag"',
      'slider "Grind"',
      'spinbutton "Bags"',
      'switch "News"',
      'textbox "Name" required',
      'textbox "Pin"',
    ]);
    expect(tree.join('\n')).not.toMatch(/1234|[\u2500-\u259f]/);
  });

  it('shows the twin while the focus is in it', async () => {
    await open('', '<button>Save</button>');
    const height = 'document.querySelector("main").getBoundingClientRect().height';
    expect(await browser.evaluate(height)).toBe(1);
    await browser.evaluate('document.querySelector("button").focus()');
    expect(await browser.evaluate(height)).toBeGreaterThan(10);
  });
});
