/**
 * The page about events and keys: the events of all elements from their table, those of single elements from their
 * classes, names of keys from the tables that decode them. The texts of common events are here; one without a text is an
 * error.
 */
import { keysInWords, sources } from './generate-elements.mjs';
import { Types } from './generate-script-api.mjs';
import { escaped, formatted, sourceOf, table } from './page-tools.mjs';

const PAGE = 'docs/reference/events.md';

/** When each common event is dispatched. */
const COMMON = {
  click:
    'The main button was pressed and released on the element, or Enter or Space was pressed on a button.',
  dblclick: 'Two clicks on one cell within 500 ms.',
  contextmenu: 'The second button was pressed.',
  mousedown: 'A button was pressed.',
  mouseup:
    'A button was released. The element that it was pressed on gets the event, wherever the pointer is.',
  mousemove:
    'The pointer moved to another cell; with a button down, it goes to the element that was pressed.',
  mouseenter: 'The pointer came into the element. Does not bubble.',
  mouseleave: 'The pointer left the element. Does not bubble.',
  mouseover: 'The pointer came to the element or to one in it.',
  mouseout: 'The pointer left the element or one in it.',
  wheel: 'The wheel was turned; `deltaX` and `deltaY` are lines. Prevented, nothing scrolls.',
  keydown: 'A key was pressed, or repeats. Prevented, the key does nothing else.',
  keyup: 'A key was released, in terminals that report it.',
  keypress: 'Never dispatched: use `keydown`.',
  focus: 'The element has the focus now. Does not bubble.',
  blur: 'The element has lost the focus. Does not bubble.',
  focusin: 'The same as `focus`, and bubbles.',
  focusout: 'The same as `blur`, and bubbles.',
  input: 'The user changed the value of a control; each key in a field.',
  change: 'The user is done with a change: Enter, or the focus leaves.',
  select: 'The user selected text in a field, or a row or bar.',
  submit:
    'A form is submitted, or Enter was pressed in a field. Prevented, the form is not submitted.',
  scroll: 'The element was scrolled. Does not bubble.',
  resize: 'The terminal has another size: at the document and the window.',
  paste: 'Text was pasted; `clipboardData.getData("text")` has it.',
  copy: 'Selected text is about to be copied. Prevented, it is not.',
  load: 'At the window: the scripts have run. At an image: it is loaded.',
  error: 'At the window: an error was not caught. At an image: it cannot be loaded.',
};

/** Events that have no handler property on elements. */
const OTHER = [
  ['beforeinput', 'field', '`InputEvent`', 'Text is about to change. Prevented, it does not.'],
  ['auxclick', 'element', '`MouseEvent`', 'A click of another button than the main one.'],
  ['DOMContentLoaded', 'document', '`Event`', 'The document has been read; scripts start.'],
  ['readystatechange', 'document', '`Event`', '`document.readyState` has changed.'],
  ['languagechange', 'window', '`Event`', '`$tui.i18n.setLocale` was called.'],
  [
    'popstate, hashchange',
    'window',
    '`PopStateEvent`, `HashChangeEvent`',
    '`history` or `location.hash` has changed.',
  ],
];

/**
 * @param {string} declarations the text of tui.d.ts
 * @returns {Promise<Record<string, string>>} file contents by path from the project's folder
 */
export async function generate(declarations) {
  const { elements, COMMON_EVENTS, parseKeys, formatChord } = await sources();
  const names = { parseKeys, formatChord };
  const keys = await sourceOf(
    'runtime',
    `export { keyNames } from './terminal/input/keys.ts';
     export { KEY_NAMES as NAMES, MODIFIER_NAMES as MODIFIERS } from './base/keys/names.ts';`,
  );
  const types = new Types(declarations);
  return await formatted({
    [PAGE]: page({ elements, common: COMMON_EVENTS, types, names, ...keys }),
  });
}

function small(sentence) {
  return sentence.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase()).replace(/\.$/, '');
}

function page({ elements, common, types, keyNames, NAMES, MODIFIERS, names }) {
  const map = types.membersOf('ElementEventMap');
  const unknown = Object.keys(COMMON).filter((type) => !common.includes(type));
  if (unknown.length > 0) throw new Error(`${PAGE}: there is no event ${unknown}`);
  const rows = common.map((type) => {
    if (!Object.hasOwn(COMMON, type)) throw new Error(`${PAGE}: no text for the event ${type}`);
    return [`\`${type}\``, `\`${map.get(type).node.type.getText()}\``, COMMON[type]];
  });
  const own = elements.flatMap(({ tag, events }) =>
    Object.entries(events).map(([type, { description, fields = {} }]) => [
      `[\`<${tag}>\`](elements/${tag}.md#events)`,
      `\`${type}\``,
      Object.keys(fields)
        .map((field) => `\`${field}\``)
        .join(', '),
      escaped(description),
    ]),
  );
  const groups = new Map();
  for (const { tag, keys, textField } of elements) {
    if (Object.keys(keys).length === 0) continue;
    const text = textField
      ? 'the usual editing keys and those of readline: see the pages of the elements'
      : Object.values(keys)
          .map((each) => `${keysInWords(each.keys, names)} ${small(each.description)}`)
          .join('; ');
    groups.set(text, [...(groups.get(text) ?? []), `[\`${tag}\`](elements/${tag}.md)`]);
  }
  const keyRows = [...groups].map(([text, tags]) => [tags.join(', '), text]);
  return `# Events and keys

<!-- Generated by scripts/generate-events.mjs from the declarations: do not edit. -->

After this page you can handle everything that a user does, and name every key.

A handler is an attribute, a property or a listener. In an attribute write the name of a function that a script exports, or
code, in which \`event\` is the event and \`this\` the element:

\`\`\`html events.tui 30x3
<tui>
  <button onClick="greet">Greet</button>
  <text id="out" />
  <script>
    export function greet(event) {
      document.getElementById('out').textContent = \`Hello from \${event.target.localName}\`;
    }
    document.addEventListener('keydown', (event) => {
      if (event.key === 'q' && !event.ctrlKey) $tui.exit();
    });
  </script>
</tui>
\`\`\`

A frame follows each handler, also an asynchronous one. \`event.preventDefault()\` prevents what would happen by default,
\`event.stopPropagation()\` ends the way of the event up the tree. What a handler throws is reported with its place in the script.

## Events of every element

${table(['type', 'class', 'dispatched when'], rows)}

## Events of single elements

These have the fields named here, beside those of every [\`Event\`](dom.md#event).

${table(['element', 'type', 'fields', ''], own)}

## Further events

${table(
  ['type', 'at', 'class', 'dispatched when'],
  OTHER.map(([type, ...rest]) => [type.replace(/\w+/g, '`$&`'), ...rest]),
)}

There are no pointer or touch events: a terminal reports a mouse.

## Keys

\`event.key\` is the character that a key types (\`a\`, \`A\`, \`é\`, \`?\`; the space bar is \`" "\`), or one of these names:

${keyNames()
  .map((name) => `\`${name}\``)
  .join(', ')}.

\`event.ctrlKey\`, \`altKey\`, \`shiftKey\` and \`metaKey\` are true while that modifier is down. \`event.code\` is the place of the key
(\`KeyA\`), in terminals that report it. \`event.repeat\` too.

Most terminals send some keys as the same bytes. Unless the terminal has the kitty keyboard protocol,

- Ctrl+I is \`Tab\`, Ctrl+M and Ctrl+J are \`Enter\`, Ctrl+H is \`Backspace\`, Ctrl+[ is \`Escape\`;
- Ctrl+Shift+letter is Ctrl+letter, and Ctrl with most other characters does not arrive;
- there are no \`keyup\` events, and modifiers pressed alone are not reported;
- the terminal keeps keys for itself, often Ctrl+Shift+C, Ctrl+Shift+V, F11 and those with the Command key.

Some keys have a default action: Tab and Shift+Tab move the focus, Enter and Space press a button, arrows, PageUp and PageDown scroll,
Escape closes a dialog, Ctrl+C copies what is selected, else ends the app, F12 opens the developer tools.

### Keys of controls

${table(['control', 'keys'], keyRows)}

Letters move in a \`list\` and a \`select\` to what begins with them, unless they are [commands](../commands.md#who-gets-a-key).

With \`selectable="single"\`, the selection of a list or table follows the cursor. The cursor starts at the first item: Down selects the
second one, Space the first. With \`multiple\`, Shift extends the selection and Ctrl+A selects all. \`cursorIndex\` of a list and
\`cursorRow\` of a table are the cursor's place.

### Names for \`--press\` and tests

\`tui snapshot --press "Tab Enter"\` and \`app.press('Tab', 'Enter')\` of a [test](../testing.md) accept any single character, and in any
case ${NAMES.map((name) => `\`${name}\``).join(', ')}. Modifiers come first, with a plus: ${[...MODIFIERS.keys()].map((name) => `\`${name}\``).join(', ')}, as in
\`Ctrl+S\`, \`Shift+Tab\`, \`Alt+ArrowUp\`, \`Ctrl++\`.
`;
}
