/** The accessible twin of a page: each kind of element as a real one of HTML, with its name and states. */
import { describe, expect, it } from '@jest/globals';
import { elements } from '../../elements/index.js';
import { TuiElement } from '../../runtime/element/tui-element.js';
import { find, outline, pageJson, pageOf, textIn } from './support.js';
import { ACCESSIBLE_NODE } from '../../runtime/element/internals.js';

const twin = async (markup: string, width = 60): Promise<string> =>
  outline(await pageOf(markup, { width }));

describe('controls', () => {
  it.each([
    ['<button>Save</button>', 'button: Save'],
    ['<button disabled="true">Save</button>', 'button disabled: Save'],
    ['<button tooltip="To disk">S</button>', 'button aria-description="To disk": S'],
    ['<checkbox checked="true">On</checkbox>', 'button aria-checked="true" role="checkbox": On'],
    [
      '<checkbox indeterminate="true">All</checkbox>',
      'button aria-checked="mixed" role="checkbox": All',
    ],
    ['<switch>Wi-Fi</switch>', 'button aria-checked="false" role="switch": Wi-Fi'],
    [
      '<collapsible summary="More"><text>hidden</text></collapsible>',
      'button aria-expanded="false": More',
    ],
    [
      '<collapsible summary="More" open="true"><text>shown</text></collapsible>',
      `div
  button aria-controls="twin-1" aria-expanded="true": More
  div aria-label="More" id="twin-1" role="group"
    p: shown`,
    ],
    [
      '<slider aria-label="Volume" value="30" disabled="true"/>',
      'div aria-disabled="true" aria-label="Volume" aria-valuemax="100" aria-valuemin="0" aria-valuenow="30" aria-valuetext="30" role="slider" tabindex="0"',
    ],
    [
      '<progress label="Fetch" value="0.5"/>',
      'div aria-label="Fetch" aria-valuemax="1" aria-valuemin="0" aria-valuenow="0.5" aria-valuetext="50%" role="progressbar"',
    ],
    [
      '<progress label="Fetch"/>',
      'div aria-label="Fetch" aria-valuemax="1" aria-valuemin="0" role="progressbar"',
    ],
    ['<spinner>Wait</spinner>', 'div aria-label="Wait" role="progressbar"'],
    ['<separator/>', 'hr'],
    ['<separator label="Part 2"/>', 'hr aria-label="Part 2"'],
    ['<separator style="orientation: vertical; height: 3"/>', 'hr aria-orientation="vertical"'],
  ])('%s', async (markup, expected) => {
    expect(await twin(markup)).toBe(expected);
  });

  it('has boxes that are to be pressed, with their words', async () => {
    expect(
      await twin(
        '<container role="button"><text>New</text><text>sh<b>ee</b>t</text><text inert>no</text></container><container role="button" aria-label="Own">x</container>',
      ),
    ).toBe('button: New sheet\nbutton: Own');
  });

  it('marks the one with the focus', async () => {
    expect(await twin('<button>A</button><button autofocus>B</button>')).toBe(
      'button: A\nbutton data-focused: B',
    );
  });

  it('has radio buttons in their group, or with their places', async () => {
    expect(
      await twin(`<radio-group title="Size" value="m"><radio value="s">S</radio><radio value="m">M</radio></radio-group>
        <radio name="x" checked="true">One</radio><radio name="x">Two</radio>`),
    ).toBe(`div aria-label="Size" role="radiogroup"
  button aria-checked="false" aria-posinset="1" aria-setsize="2" role="radio": S
  button aria-checked="true" aria-posinset="2" aria-setsize="2" role="radio": M
button aria-checked="true" aria-posinset="1" aria-setsize="2" role="radio": One
button aria-checked="false" aria-posinset="2" aria-setsize="2" role="radio": Two`);
  });
});

describe('fields', () => {
  it('has a label and its value', async () => {
    expect(await twin('<label for="n">Name</label><input id="n" value="Ada &amp; co" required/>'))
      .toBe(`div
  label for="twin-1": Name
  input id="twin-1" required value="Ada & co"`);
  });

  it('has the states and the limits of a field', async () => {
    expect(
      await twin(
        '<input aria-label="N" type="number" value="7" min="1" max="9" readonly/><input aria-label="S" type="search" placeholder="find" disabled/>',
      ),
    ).toBe(`div
  label for="twin-1": N
  input aria-valuemax="9" aria-valuemin="1" aria-valuenow="7" id="twin-1" inputmode="decimal" readonly role="spinbutton" value="7"
div
  label for="twin-2": S
  input disabled id="twin-2" placeholder="find" value`);
  });

  it('never has the value of a password, whatever the data says', async () => {
    const page = await pageOf('<input aria-label="P" type="password" value="s3cret"/>');
    expect(JSON.stringify(page)).not.toContain('s3cret');
    expect(outline(page)).toBe(`div
  label for="twin-1": P
  input aria-description="filled" id="twin-1"`);
    expect(find(page, 'input')[0]?.attributes['type']).toBe('password');
  });

  it('keeps the lines of a text area, an empty first one too', async () => {
    const page = await pageOf('<textarea aria-label="T">\n\n  a\nb </textarea>');
    expect(textIn(find(page, 'textarea')[0]!)).toBe('\n  a\nb ');
  });

  it('says what is wrong with a value', async () => {
    const page = await pageOf(
      '<input aria-label="E" type="email" value="ada" autofocus/><button>B</button>',
      {
        steps: [{ type: 'press', keys: ['x', 'Tab'] }],
      },
    );
    const [field] = find(page, 'input');
    expect(field?.attributes).toMatchObject({
      'aria-invalid': 'true',
      'aria-describedby': 'twin-1-error',
    });
    const error = find(page, 'span', 'id').find(
      ({ attributes }) => attributes['id'] === 'twin-1-error',
    );
    expect(textIn(error!)).toBe('Please enter an e-mail address.');
  });
});

describe('choices and lists', () => {
  it('states what has to be checked, and why it is invalid', async () => {
    const markup = `<form><checkbox required>Terms</checkbox>
      <radio-group title="Size" required><radio value="s">S</radio></radio-group>
      <radio name="a" required>A</radio><button>Go</button></form>`;
    const attributes = async (steps: readonly string[]): Promise<unknown[]> => {
      const page = await pageOf(markup, { steps: [{ type: 'press', keys: [...steps] }] });
      const found = [...find(page, 'button', 'role'), ...find(page, 'div', 'role')];
      return found.map(({ attributes: all }) => [
        all['role'],
        all['aria-required'],
        all['aria-invalid'],
        all['aria-description'],
      ]);
    };
    const pressed = await attributes(['Tab', 'Tab', 'Tab', 'Tab', 'Enter']);
    expect(pressed).toContainEqual([
      'checkbox',
      'true',
      'true',
      'Please check this box if you want to proceed.',
    ]);
    const message = 'Please select one of these options.';
    expect(pressed).toContainEqual(['radiogroup', 'true', 'true', message]);
    expect(pressed).toContainEqual(['radio', undefined, undefined, message]);
    const before = await attributes(['Tab']);
    expect(before).toContainEqual(['checkbox', 'true', undefined, undefined]);
    expect(before).toContainEqual(['radiogroup', 'true', undefined, undefined]);
  });

  it('has the options of a select below their headings', async () => {
    expect(
      await twin(
        '<select aria-label="Cup" placeholder="Choose…"><option value="e">Espresso</option><optgroup label="Tea"><option disabled="true">Green</option></optgroup></select>',
      ),
    ).toBe(`div
  label for="twin-1": Cup
  select id="twin-1"
    option disabled selected value: Choose…
    option value="e": Espresso
    optgroup label="Tea"
      option disabled value="Green": Green`);
  });

  it('has a list that always shows', async () => {
    expect(
      await twin(
        '<select aria-label="Days" multiple="true" size="3"><option selected="true">Mo</option><option>Tu</option></select>',
      ),
    ).toBe(`div
  label for="twin-1": Days
  select id="twin-1" multiple size="3"
    option selected value="Mo": Mo
    option value="Tu": Tu`);
  });

  it('has lists within each other, and listboxes', async () => {
    expect(
      await twin(
        '<list ordered="true" start="3"><li>A<list><li>B</li></list></li></list><list aria-label="L" selectable="multiple"><li selected="true">C</li><li disabled="true">D</li></list>',
      ),
    ).toBe(`ol role="list" start="3"
  li
    p: A
    ul role="list"
      li
        p: B
ul aria-label="L" aria-multiselectable="true" role="listbox" tabindex="0"
  li aria-selected="true" role="option"
    p: C
  li aria-disabled="true" aria-selected="false" role="option"
    p: D`);
  });
});

describe('tables', () => {
  it('has a caption, what is sorted, and the rows that show', async () => {
    expect(
      await twin(
        `<table aria-label="Ships" selectable="single" sort-by="m" sort-direction="descending" selected-ids='["b"]' row-key="n" columns='["n","m"]' rows='[["a",1],["b",2],["c",3]]' style="height: 3"/>`,
      ),
    ).toBe(`table aria-colcount="2" aria-rowcount="4" role="grid" tabindex="0"
  caption: Ships
  thead
    tr aria-rowindex="1"
      th scope="col": n
      th aria-sort="descending" scope="col": m
  tbody
    tr aria-rowindex="2" aria-selected="false"
      td: c
      td: 3
    tr aria-rowindex="3" aria-selected="true"
      td: b
      td: 2`);
  });

  it('is a plain table where nothing can be selected', async () => {
    expect(await twin('<table><tr><th>A</th></tr><tr><td>1</td></tr></table>'))
      .toBe(`table aria-colcount="1" aria-rowcount="2"
  thead
    tr aria-rowindex="1"
      th scope="col": A
  tbody
    tr aria-rowindex="2"
      td: 1`);
  });
});

describe('boxes and text', () => {
  it('has tabs, and the panel of the selected one', async () => {
    expect(
      await twin(
        '<tabs aria-label="T" selected="1"><tab label="A"><text>a</text></tab><tab label="B"><text>b</text></tab><tab label="C" disabled="true"/></tabs>',
      ),
    ).toBe(`div
  div aria-label="T" role="tablist"
    button aria-selected="false" id="twin-1" role="tab": A
    button aria-controls="twin-2-panel" aria-selected="true" id="twin-2" role="tab": B
    button aria-selected="false" disabled id="twin-3" role="tab": C
  div aria-labelledby="twin-2" id="twin-2-panel" role="tabpanel"
    p: b`);
  });

  it('has dialogs; behind a modal one there is nothing', async () => {
    const dialog = (modal: boolean): string =>
      `<button>Behind</button><dialog open="true" modal="${String(modal)}" title="Quit?"><button>Yes</button></dialog>`;
    expect(await twin(dialog(false))).toContain('button: Behind\ndialog aria-label="Quit?" open');
    expect(await twin(dialog(true))).toBe(`dialog aria-label="Quit?" aria-modal="true" open
  button data-focused: Yes`);
  });

  it('has the divider of a split pane, and its panes', async () => {
    expect(
      await twin(
        '<split-pane aria-label="P" position="10"><text>a</text><text>b</text></split-pane>',
        31,
      ),
    ).toBe(`div
  div aria-label="P" aria-orientation="vertical" aria-valuemax="29" aria-valuemin="1" aria-valuenow="10" aria-valuetext="10 of 30" role="separator" tabindex="0"
  p: a
  p: b`);
  });

  it('has charts as pictures in words', async () => {
    expect(
      await twin(
        `<data-bars aria-label="CPU" series='[{"name":"Load"}]' bars="[[1],[2]]" labels='["a","b"]'/>`,
      ),
    ).toBe('div aria-label="CPU of Load; 2 entries; from 0 to 2; largest 2" role="img"');
  });

  it('has headings, groups, landmarks and what an author calls a box', async () => {
    expect(
      await twin(
        '<title>App</title><text role="heading" aria-level="3">Logs</text><container title="Box"><text>in <b>it</b></text></container><container role="navigation" aria-label="Main"><text>x</text></container><container role="wizardry"><text role="alert">Fire</text></container>',
      ),
    ).toBe(`h1: App
h3: Logs
div aria-label="Box" role="group"
  p: in it
div aria-label="Main" role="navigation"
  p: x
div role="alert": Fire`);
  });

  it('has links that lead to the web, and words for others', async () => {
    const text = (href: string): string =>
      `<text>See <a href="${href}">this <b>page</b></a>!</text>`;
    expect(await twin(text('https://example.org/a?b&amp;c'))).toBe(`p
  "See "
  a href="https://example.org/a?b&c" rel="noopener noreferrer": this page
  "!"`);
    for (const bad of [
      'javascript:alert(1)',
      ' java\tscript:x',
      'data:text/html,x',
      'file:///etc/passwd',
      '/relative',
      '',
    ]) {
      expect(await twin(text(bad))).toBe(`p
  "See "
  span aria-disabled="true" role="link": this page
  "!"`);
    }
  });

  it('has the languages of its words', async () => {
    expect(
      await twin(
        '<tui lang="de"><container lang="fr"><text>Oui</text></container><text lang="en">Yes</text><button lang="fi">Joo</button><text lang="no language">x</text></tui>',
      ),
    ).toBe('div lang="fr"\n  p: Oui\np lang="en": Yes\nbutton lang="fi": Joo\np: x');
  });

  it('leaves out what does not show', async () => {
    expect(
      await twin(
        '<text hidden>a</text><container inert><button>b</button></container><text aria-hidden="true">c</text><container style="display: none"><button>d</button></container><text style="visibility: hidden">e</text><text>f</text>',
      ),
    ).toBe('p: f');
  });

  it('says the label of a control once', async () => {
    expect(
      await twin(
        '<label>Bags <input value="2"/></label><text id="t">Kilo</text><input aria-labelledby="t"/>',
      ),
    ).toBe(`div
  label for="twin-1": Bags
  input id="twin-1" value="2"
div
  label for="twin-2": Kilo
  input id="twin-2" value`);
  });
});

describe('large documents', () => {
  it('are read as far as a page can be used', async () => {
    const boxes = '<container title="a">'.repeat(300);
    const deep = await pageOf(`${boxes}<button>in</button>${'</container>'.repeat(300)}`);
    expect(find(deep, 'button')).toHaveLength(1);
    expect(
      find(deep, 'div').filter(({ attributes }) => attributes['aria-label'] === 'a'),
    ).toHaveLength(300);
    const wide = JSON.parse(await pageJson(`<select>${'<option/>'.repeat(50_100)}</select>`)) as {
      twin: unknown[];
    };
    expect(wide.twin.length).toBe(50_002);
    expect(wide.twin.at(-1)).toEqual({ depth: 1, role: 'text', name: '…' });
  });
});

describe('elements', () => {
  /** Boxes, words, and parts that the element around them has in its own node. */
  const PLAIN = ['command', 'container', 'label', 'markdown', 'optgroup', 'td', 'text', 'th', 'tr'];

  it.each(elements.map((each) => [each.tag, each] as const))(
    '%s says what it is',
    (tag, elementClass) => {
      const isOwn =
        elementClass.prototype[ACCESSIBLE_NODE] !== TuiElement.prototype[ACCESSIBLE_NODE];
      expect([tag, isOwn]).toEqual([tag, !PLAIN.includes(tag)]);
    },
  );
});

describe('a table with cells', () => {
  it('is a grid that states what is sorted, read-only and below the rows', async () => {
    const text = await twin(
      `<table editable="true" aria-label="Food" sort-by="name" columns='[{"key":"name","footer":"All"},{"key":"id","editable":false,"footer":"sum"}]' rows='[["apple",1],["beet",2]]'/>`,
    );
    expect(text).toMatchInlineSnapshot(`
"table aria-colcount="2" aria-rowcount="4" role="grid" tabindex="0"
  caption: Food
  thead
    tr aria-rowindex="1"
      th aria-sort="ascending" scope="col": name
      th scope="col": id
  tbody
    tr aria-rowindex="2"
      td: apple
      td aria-readonly="true": 1
    tr aria-rowindex="3"
      td: beet
      td aria-readonly="true": 2
    tr aria-rowindex="4"
      td: All
      td: 3"
`);
  });
});
