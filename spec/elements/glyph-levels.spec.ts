/** Every example of every element where the terminal has few glyphs: what elements draw with is in the table. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { elements } from '../../elements/index.js';
import { unmountAll } from '../../runtime/testing/mount.js';
import type { GlyphLevel } from '../../runtime/base/text/glyph-levels.js';
import type { Example } from '../../runtime/element/contract.js';
import { mount } from '../support/mount.js';
import { tried } from '../support/property-runs.js';

afterEach(unmountAll);

const EXAMPLES = elements.flatMap(({ tag, examples }) =>
  (examples as readonly Example[]).map((example) => ({
    name: `${tag}: ${example.name}`,
    example,
  })),
);
/** What nobody expects there: pictures and letters of other scripts, which are text of the author's. */
const FOREIGN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|\p{Emoji_Presentation}(?:\u200d\p{Emoji_Presentation})*/gu;

/** The example as it is at first, and with the focus, used a little. */
async function painted({ markup, size }: Example, glyphs: GlyphLevel, theme: string) {
  const [width, height] = size ?? [60, 12];
  const app = await mount(`<tui>${markup}</tui>`, { width, height, glyphs, theme });
  const shots = [app.text()];
  for (const key of ['Tab', 'Enter', 'ArrowDown']) {
    await app.press(key);
    shots.push(app.text());
  }
  app.unmount();
  return shots.join('\n');
}

function count(text: string): number {
  return text.split('?').length - 1;
}

describe.each(['linux', 'ascii'] as const)('%s', (level) => {
  it.each(tried(EXAMPLES, 80))('$name', async ({ example }) => {
    for (const theme of tried(['fullcolor-dark', 'bw-std'], 1)) {
      const all = await painted(example, 'unicode', theme);
      const few = await painted(example, level, theme);
      // Each of the foreign is two cells wide.
      const known = count(all) + 2 * (all.match(FOREIGN) ?? []).length;
      expect(count(few)).toBeLessThanOrEqual(known);
      if (level === 'ascii') expect(few).toMatch(/^[ -~\n]*$/);
    }
  });
});
