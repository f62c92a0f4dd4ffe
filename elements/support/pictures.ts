/** Common to all elements with pixels. */
import type { Painter } from '../../runtime/element/contract.js';
import { resourcesOf } from '../../runtime/element/services.js';
import type { TuiElement } from '../../runtime/element/tui-element.js';
import {
  PIXEL_MODES,
  type CellMode,
  type GfxMode,
  type PixelMode,
} from '../../runtime/graphics/modes.js';
import type { Thresholds } from '../../runtime/graphics/dither/noise.js';

/** Pictures that a text has named, and not the app: those that cannot be shown are not errors of the app. */
export const shownByText = new WeakSet<object>();

/** Whether a mode shows pixels where the terminal can. */
export function isPixelMode(mode: GfxMode): mode is PixelMode {
  return PIXEL_MODES.some((each) => each === mode);
}

/** The cell mode that a terminal can show: by brightness without block glyphs, half blocks without sextants. */
export function modeFor({ glyphs }: Painter, requested: GfxMode): CellMode {
  const mode = isPixelMode(requested) ? 'sextant' : requested;
  if (mode === 'block' || mode === 'luma' || mode === 'pattern') return mode;
  if (glyphs === 'ascii') return 'luma';
  return glyphs === 'linux' ? 'halfblock' : mode;
}

/** Thresholds of the file that `dither.blueNoisePath` names; what decodes it is loaded where there is one. */
export function noiseOf(element: TuiElement): Thresholds | undefined {
  return resourcesOf(element)?.thresholds(async (bytes) => {
    const { readNoise } = await import('../../runtime/graphics/dither/noise-file.js');
    return await readNoise(bytes);
  });
}
