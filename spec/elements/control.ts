/** What the specs of controls share: one document in an app, and every event that the user causes. */
import type { TuiElement, TuiEvent } from '../../runtime/element/tui-element.js';
import { mount } from '../support/mount.js';

export type App = Awaited<ReturnType<typeof mount>>;

export interface Used {
  readonly app: App;
  /** The element of a selector. */
  get(selector: string): TuiElement;
  /** `type` or `type#id` of the events since it was asked last. */
  events(): string[];
  /** The row of the screen, blanks at its end dropped. */
  row(y: number): string;
  /** The state that `bind` of the markup is bound to. */
  readonly state: Record<string, unknown>;
}

const TYPES = ['click', 'input', 'change', 'toggle', 'close', 'mousedown'];

export async function use(
  markup: string,
  {
    width = 40,
    height = 10,
    theme = 'fullcolor-dark',
    state = {},
    errors = 'throw',
  }: {
    width?: number;
    height?: number;
    theme?: string;
    state?: Record<string, unknown>;
    errors?: 'throw' | 'keep';
  } = {},
): Promise<Used> {
  const script = `<script>export const state = $tui.createState(${JSON.stringify(state)});</script>`;
  const app = await mount(`<tui>${script}${markup}</tui>`, { width, height, theme, errors });
  let heard: string[] = [];
  for (const type of TYPES) {
    app.document.documentElement.addEventListener(
      type,
      (event: unknown) => {
        const { target } = event as TuiEvent;
        const id = (target as unknown as TuiElement).id;
        heard.push(id === '' ? type : `${type}#${id}`);
      },
      true,
    );
  }
  return {
    app,
    get: (selector) => {
      const found = app.document.querySelector(selector);
      if (found === null) throw new Error(`there is no ${selector}`);
      return found;
    },
    events: () => {
      const before = heard;
      heard = [];
      return before.filter((type) => !type.startsWith('mousedown'));
    },
    row: (y) => (app.text().split('\n')[y] ?? '').trimEnd(),
    state: app.$tui.exports['state'] as Record<string, unknown>,
  };
}

/** Labels that nobody means well with: escapes, bidi controls, wide and joined glyphs, 10 kB. */
export const HOSTILE = [
  '\u001b[31mred\u0007',
  '\u202eright to left\u2066',
  '表示 👩‍👩‍👧‍👦 é́́',
  'x'.repeat(10_000),
  '\u0000\u009b2J',
];

/** Text for an attribute or content of markup. */
export function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
}

/** True where the bytes hold nothing that a text could have brought in. */
export function isClean(output: string): boolean {
  return !/\u001b\[31mred|\u202e|\u2066|\u009b|\u001b\[2J/.test(output);
}

export const GOLDEN_THEMES = ['fullcolor-dark', 'fullcolor-std', 'bw-std'];
/** Also those where the terminal decides about colours. */
export const ALL_GOLDEN_THEMES = [...GOLDEN_THEMES, 'color16-dark', 'gray-std'];
