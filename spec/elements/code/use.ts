/** One `code` in an app of its own, with the events it fires: what the specs of code share. */
import type { Code } from '../../../elements/code/code.js';
import { mount } from '../../support/mount.js';

type App = Awaited<ReturnType<typeof mount>>;

export interface Used {
  readonly app: App;
  readonly code: Code;
  /** The rows, without the scrollbar and the blanks at their ends. */
  rows(): string[];
  /** The events since it was called last, with their fields. */
  events(): string[];
}

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  activate: ['line', 'text'],
  search: ['text'],
  load: [],
  error: ['message'],
};

export async function use(
  attributes = '',
  {
    width = 40,
    height = 6,
    text = '',
    theme = 'fullcolor-dark',
    errors = 'throw' as 'throw' | 'keep',
  } = {},
): Promise<Used> {
  const app = await mount(
    `<tui><code id="code" ${attributes} style="height: 100%; width: 100%"/></tui>`,
    { width, height, theme, errors },
  );
  const code = app.document.getElementById('code') as unknown as Code;
  if (text !== '') code.value = text;
  code.focus();
  await app.settle();
  let fired: string[] = [];
  for (const [type, fields] of Object.entries(FIELDS)) {
    code.addEventListener(type, (event: unknown) => {
      const values = event as Record<string, unknown>;
      fired.push([type, ...fields.map((field) => String(values[field]))].join(' '));
    });
  }
  return {
    app,
    code,
    rows: () =>
      app
        .text()
        .split('\n')
        .map((row) => row.replace(/[ │\u2580-\u259f]+$/u, '')),
    events: () => {
      const before = fired;
      fired = [];
      return before;
    },
  };
}

/** `line 1` to `line n`. */
export function numbered(count: number): string {
  return Array.from({ length: count }, (_, at) => `line ${at + 1}`).join('\n');
}
