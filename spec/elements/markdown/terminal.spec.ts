/** What a text in Markdown makes a terminal do: print, in colours, and lead to addresses of the web; nothing else. */
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { registry } from '../../../elements/index.js';
import { createApp } from '../../../runtime/app/app.js';
import { Damage } from '../../../runtime/paint/damage.js';
import { MemoryTerminal } from '../../../runtime/terminal/memory-terminal.js';
import { Screen } from '../../../runtime/terminal/screen.js';
import { anyCharacter } from '../../support/any-character.js';
import { propertyRuns } from '../../support/property-runs.js';

/** What the encoder writes beside text: moves, erasing, colours, the cursor, and links. */
const OWN =
  /\x1b\]8;(?:id=\d+;(?:https?:|mailto:)[\x21-\x7e]{1,2000}|;)\x1b\\|\x1b\[[\d;]*[ABCDGHKXmP@]|\x1b\[\?25[hl]|[\r\n\b]/g;

const piece = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 6 }),
  fc.constantFrom(
    '\x1b]0;x\x07',
    '\x1b[2J',
    '\u009b2J',
    '\x1b\\',
    '\x9c',
    '\x07',
    '\x1bc',
    '\u202e',
    '\0',
    '\r',
    '&#27;[2J',
    '&#x9b;2J',
    '&#7;',
    '\\\x1b[m',
    '%1b%5d0;x%07',
    '# ',
    '\n',
    '\n\n',
    '- ',
    '1. ',
    '> ',
    '~~~',
    '```',
    '`',
    '**',
    '_',
    '~~',
    '    ',
    '[',
    ']',
    '](',
    '](<',
    '>)',
    ')',
    '![',
    '<',
    '>',
    '|',
    '\n| - | - |\n',
    '---\n',
    '[x] ',
    'https://a.example/',
    'http://',
    'mailto:a@b.example',
    'javascript:',
    'file:///',
    'www.a.example',
    '\n[r]: ',
    '[r]',
    '"',
    "'",
    '<!--',
    '<script>',
    '\n~~~\x1b]0;x\x07\n',
  ),
);

it('writes no other sequence, whatever the text is and however it comes', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), fc.boolean(), (pieces, isStreamed) => {
      const app = createApp('<markdown id="m"/>', { registry, width: 30, height: 10 });
      const element = app.document.getElementById('m')!;
      const terminal = new MemoryTerminal(30, 10);
      const screen = new Screen(terminal, { links: true, shifts: true });
      const show = (): void => {
        app.frame();
        const { cells } = app;
        const damage = new Damage(cells.width, cells.height);
        damage.addAll();
        screen.present(cells, damage, null);
        const left = terminal.take().replace(OWN, '');
        expect(left).not.toMatch(/[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
      };
      if (isStreamed) {
        for (const text of pieces) {
          element.append(text);
          show();
        }
      } else {
        element.setAttribute('value', pieces.join(''));
        show();
      }
    }),
    { numRuns: propertyRuns(60) },
  );
});

it('would see one', () => {
  expect('\x1b]8;;file:///x\x1b\\'.replace(OWN, '')).toContain('\x1b');
  expect('\x1b]0;x\x07'.replace(OWN, '')).toContain('\x1b');
});
