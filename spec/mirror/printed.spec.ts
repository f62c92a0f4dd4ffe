/** Printed lines in the mirror: each once and in order, for clients that come late, are slow or come again. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { NOTHING, Picture, type Known } from '../../cli/mirror/picture.js';
import { MAX_PRINTED } from '../../cli/mirror/protocol.js';
import type { FrameMessage } from '../../cli/mirror/server-data.js';
import { CellBuffer } from '../../runtime/paint/cells.js';
import { Damage } from '../../runtime/paint/damage.js';
import { linesOfText } from '../../runtime/terminal/inline/printed.js';
import { folderOf } from '../support/cli.js';
import { serve, type Served } from '../support/mirror.js';
import { propertyRuns } from '../support/property-runs.js';
import { until } from '../support/until.js';

const cells = new CellBuffer(12, 2);
const DARK = { depth: 'truecolor', scheme: 'dark' } as const;
const LIGHT = { depth: 'truecolor', scheme: 'light' } as const;

class Reader {
  known: Known = NOTHING;
  lines: string[] = [];
  next = 0;
  last: FrameMessage | undefined;

  read(picture: Picture): void {
    const { bytes, known } = picture.messageSince(this.known);
    this.known = known;
    const frame = (this.last = JSON.parse(bytes.toString('utf8')) as FrameMessage);
    if (frame.printed === undefined) return;
    const { key, first, lines } = frame.printed;
    if (key) this.lines.length = 0;
    else expect(first).toBe(this.next);
    this.lines.push(...lines.map((runs) => runs.map(([text]) => text).join('')));
    this.next = first + lines.length;
  }
}

function note(picture: Picture, inline = true, looks: typeof DARK | typeof LIGHT = DARK): void {
  const damage = new Damage(12, 2);
  damage.addAll();
  picture.note({ cells, damage, cursor: null, looks, inline });
}

describe('printed lines of a picture', () => {
  it('come with the frame that they are above, once', () => {
    const picture = new Picture(() => undefined);
    const reader = new Reader();
    picture.print(linesOfText('one\n\x1b[31mtwo\x1b[m 世界'));
    note(picture, false);
    reader.read(picture);
    expect([reader.lines, reader.last?.inline]).toEqual([[], undefined]);
    note(picture);
    reader.read(picture);
    expect([reader.lines, reader.last?.inline]).toEqual([['one', 'two 世界'], true]);
    expect(reader.last?.printed).toMatchObject({
      key: false,
      first: 0,
      lines: [
        [['one', 3, 0]],
        [
          ['two', 3, 1],
          [' ', 1, 0],
          ['世', 2, 0],
          ['界', 2, 0],
        ],
      ],
      styles: [{ ink: '#d6d9e0' }, { ink: '#d5545f' }],
    });
    note(picture);
    reader.read(picture);
    expect(reader.last?.printed).toBeUndefined();
    // Other colours: all of it again, in those.
    note(picture, true, LIGHT);
    reader.read(picture);
    expect(reader.lines).toEqual(['one', 'two 世界']);
    expect(reader.last?.printed).toMatchObject({
      key: true,
      first: 0,
      styles: [{ ink: '#24292f' }, {}],
    });
  });

  it('come at the end, where the app has not been inline since', () => {
    const picture = new Picture(() => undefined);
    const reader = new Reader();
    note(picture, false);
    picture.print(linesOfText('last words'));
    reader.read(picture);
    picture.end();
    reader.read(picture);
    expect(reader.lines).toEqual(['last words']);
  });

  it('are once and in order for every reader, whenever it reads', () => {
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.integer({ min: 1, max: 30 }).map((lines) => ({ lines })) },
      { weight: 3, arbitrary: fc.constant('frame' as const) },
      { weight: 1, arbitrary: fc.constantFrom('whole' as const, 'light' as const) },
      { weight: 4, arbitrary: fc.nat(3).map((reader) => ({ reader })) },
      { weight: 1, arbitrary: fc.nat(3).map((renewed) => ({ renewed })) },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const picture = new Picture(() => undefined);
        const readers = Array.from({ length: 4 }, () => new Reader());
        const printed: string[] = [];
        note(picture);
        let looks: typeof DARK | typeof LIGHT = DARK;
        for (const each of steps) {
          if (each === 'frame') note(picture, true, looks);
          else if (each === 'whole') note(picture, false, looks);
          else if (each === 'light') looks = looks === DARK ? LIGHT : DARK;
          else if ('lines' in each) {
            for (let at = 0; at < each.lines; at++) {
              picture.print(linesOfText(`line ${printed.length}`));
              printed.push(`line ${printed.length}`);
            }
          } else if ('reader' in each) readers[each.reader]!.read(picture);
          else readers[each.renewed] = new Reader();
        }
        picture.end();
        for (const reader of readers) {
          reader.read(picture);
          expect(reader.lines).toEqual(printed);
        }
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  it('are kept so far as a page shows them', () => {
    const picture = new Picture(() => undefined);
    for (let at = 0; at < 3 * MAX_PRINTED; at++) picture.print(linesOfText(`line ${at}`));
    note(picture);
    const reader = new Reader();
    reader.read(picture);
    expect(reader.lines).toHaveLength(MAX_PRINTED);
    expect(reader.lines.at(-1)).toBe(`line ${3 * MAX_PRINTED - 1}`);
    // And no more of them than a small message has: each of these is 4,000 cells.
    for (let at = 0; at < 500; at++) picture.print(linesOfText('x'.repeat(4000)));
    note(picture);
    const late = new Reader();
    late.read(picture);
    expect(late.lines).toHaveLength(100);
  });
});

const CHAT = `<tui inline="true"><input id="in" autofocus onSubmit="say"/>
  <text id="out">0</text>
  <script>
    let count = 0;
    export function say({ target }) {
      $tui.print('\\x1b[1myou\\x1b[m ' + target.value);
      target.value = '';
      const out = $tui.getElementById('out');
      if (count > 0) $tui.print(out);
      out.textContent = String(++count);
    }
  </script></tui>`;

describe('printed lines of an app', () => {
  let served: Served;
  beforeAll(async () => {
    served = await serve(`${await folderOf({ 'app.tui': CHAT })}/app.tui`);
  });
  afterAll(() => served.stop());

  it('are what a program reads, and what one reads that connects later', async () => {
    const client = await served.client();
    await until(() => client.frames > 0);
    for (const text of ['one', 'two']) {
      client.type(text);
      client.press('Enter');
    }
    // A text, and a text and an element.
    await client.until(({ printedCount }) => printedCount === 3);
    expect(client.printed).toEqual(['you one', 'you two', '1']);
    // Above what it shows, and not in it.
    await client.until('2');
    expect(client.text).not.toContain('you');
    const late = await served.client();
    await late.until(({ frames }) => frames > 0);
    expect(late.printed).toEqual(['you one', 'you two', '1']);
  });
});
