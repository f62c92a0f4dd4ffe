/** What all elements with pixels have in common. */
import type { Painter } from '../../runtime/element/contract.js';
import type { GfxMode } from '../../runtime/graphics/cells.js';
import type { PictureMode } from '../img/declaration.js';

/** The cell mode that a terminal can show: by brightness without block glyphs, half blocks without sextants. */
export function modeFor({ glyphs }: Painter, wanted: PictureMode): GfxMode {
  const isCells = wanted !== 'auto' && wanted !== 'kitty';
  const mode = isCells ? (wanted as GfxMode) : 'sextant';
  if (mode === 'block' || mode === 'luma' || mode === 'pattern') return mode;
  if (glyphs === 'ascii') return 'luma';
  return glyphs === 'linux' ? 'halfblock' : mode;
}
