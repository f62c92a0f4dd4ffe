/** Names of the ways to show pixels, as `render.gfxMode` has them. */

/** Glyphs and colours of cells. */
export const CELL_MODES = [
  'sextant',
  'quadrant',
  'block',
  'pattern',
  'luma',
  'halfblock',
  'octant',
  'braille',
] as const;
export type CellMode = (typeof CELL_MODES)[number];

/** Modes that show pixels: with the terminal's best protocol, or a specific one. */
export const PIXEL_MODES = ['auto', 'kitty', 'iterm2', 'sixel'] as const;
export type PixelMode = (typeof PIXEL_MODES)[number];

export const GFX_MODES = [...CELL_MODES, ...PIXEL_MODES] as const;
export type GfxMode = CellMode | PixelMode;
