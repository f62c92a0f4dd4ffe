/** Cells as text: what is written to a terminal that the app does not draw on. */
import { describe, expect, it } from '@jest/globals';
import { DEFAULT_COLOR, rgb } from '../../runtime/base/color.js';
import { BOLD, CellBuffer, REVERSE, StyleTable, WIDE_TAIL } from '../../runtime/paint/cells.js';
import { Screen } from '../../runtime/screen/screen.js';
import { placeholder } from '../../runtime/base/text/image-parts.js';

describe('the text of a screen', () => {
  it('shows no part of an image, which may be in the terminal that it is written to', () => {
    const cells = new CellBuffer(3, 1, new StyleTable());
    cells.glyphs.set([cells.table.glyph(placeholder(1, 2)), 0x10eeee, 0x61]);
    cells.styles.fill(cells.table.intern(rgb(0, 0, 1), DEFAULT_COLOR, 0));
    expect(Screen.of(cells, 'dark').text()).toBe('\ufffd\ufffda');
  });

  it('has a bug of painting in it: the right half of nothing at the start of each row', () => {
    const cells = new CellBuffer(2, 2, new StyleTable());
    cells.glyphs.set([WIDE_TAIL, WIDE_TAIL, WIDE_TAIL, 0x61]);
    expect(Screen.of(cells, 'dark').text()).toBe('\ufffd\n\ufffda');
  });

  it('turns blocks in reverse, cell by cell, and not the edges of controls', () => {
    const cells = new CellBuffer(3, 1, new StyleTable());
    cells.glyphs.fill(0x2584);
    const [reverse, edge] = [REVERSE, REVERSE | BOLD].map((bits) =>
      cells.table.intern(DEFAULT_COLOR, DEFAULT_COLOR, bits),
    );
    cells.styles.set([0, reverse!, edge!]);
    expect(Screen.of(cells, 'dark').text()).toBe('▄▀▄');
  });
});
