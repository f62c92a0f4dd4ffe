/**
 * Members of browsers' contexts that this one lacks: a value that changes nothing is accepted, any other throws.
 */

interface MissingProperty {
  /** What it is where nothing sets it; setting it to this is taken. */
  readonly value: unknown;
  readonly instead: string;
}

const SHADOW = 'draw the shadow as a shape of its own';
const CELLS = 'text consists of terminal characters, one cell each';

const MISSING_PROPERTIES: Readonly<Record<string, MissingProperty>> = {
  shadowBlur: { value: 0, instead: SHADOW },
  shadowColor: { value: 'rgba(0, 0, 0, 0)', instead: SHADOW },
  shadowOffsetX: { value: 0, instead: SHADOW },
  shadowOffsetY: { value: 0, instead: SHADOW },
  filter: { value: 'none', instead: 'change the pixels of getImageData' },
  letterSpacing: { value: '0px', instead: CELLS },
  wordSpacing: { value: '0px', instead: CELLS },
  fontKerning: { value: 'auto', instead: CELLS },
  fontStretch: { value: 'normal', instead: CELLS },
  fontVariantCaps: { value: 'normal', instead: CELLS },
  textRendering: { value: 'auto', instead: CELLS },
};

/** Other ways of writing those values: they change nothing either. */
const NEUTRAL =
  /^(transparent|#0000|#00000000|rgba\(0,\s*0,\s*0,\s*0(\.0)?\)|0|0px|none|normal|auto)?$/;

const MISSING_METHODS: Readonly<Record<string, string>> = {
  strokeText: `${CELLS}: use fillText`,
  drawFocusIfNeeded: 'put focusable elements over the canvas',
  createImageBitmap: 'drawImage accepts <img> and <canvas>',
};

/** Defines these members on a class; they throw an error that names what to use instead. */
export function defineMissing(prototype: object, name: string): void {
  for (const [member, { value, instead }] of Object.entries(MISSING_PROPERTIES)) {
    Object.defineProperty(prototype, member, {
      configurable: true,
      get: () => value,
      set(input: unknown) {
        if (input === value || NEUTRAL.test(String(input).trim().toLowerCase())) return;
        throw new Error(`${name}.${member} is not supported: ${instead}`);
      },
    });
  }
  for (const [member, instead] of Object.entries(MISSING_METHODS)) {
    Object.defineProperty(prototype, member, {
      configurable: true,
      writable: true,
      value() {
        throw new Error(`${name}.${member} is not supported: ${instead}`);
      },
    });
  }
}
