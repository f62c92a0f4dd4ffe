/** What all elements with pixels have in common. */
import type { Painter } from '../../runtime/element/contract.js';
import type { GfxMode } from '../../runtime/graphics/cells.js';

/** What the terminal can show of a mode: without blocks, brightness; without sextants, halves. */
export function modeFor({ glyphs }: Painter, mode: GfxMode): GfxMode {
  if (mode === 'block' || mode === 'luma' || mode === 'pattern') return mode;
  if (glyphs === 'ascii') return 'luma';
  return glyphs === 'linux' ? 'halfblock' : mode;
}
