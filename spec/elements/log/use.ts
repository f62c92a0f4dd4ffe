/** One log in an app of its own, with the events it fires: what the specs of logs share. */
import type { Log } from '../../../elements/log/log.js';
import { mount } from '../../support/mount.js';

type App = Awaited<ReturnType<typeof mount>>;

export interface Used {
  readonly app: App;
  readonly log: Log;
  /** The rows of the log, without the scrollbar and the blanks at their ends. */
  rows(): string[];
  /** The events since it was called last, with their fields. */
  events(): string[];
}

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  activate: ['line', 'text'],
  mark: ['line', 'marked'],
  filter: ['text'],
  search: ['text'],
  followchange: ['following'],
  load: [],
  error: ['message'],
};

export async function use(
  attributes = '',
  {
    width = 40,
    height = 6,
    lines = [] as readonly string[],
    theme = 'fullcolor-dark',
    errors = 'throw' as 'throw' | 'keep',
  } = {},
): Promise<Used> {
  const app = await mount(
    `<tui><log id="log" ${attributes} style="height: 100%; width: 100%"/></tui>`,
    { width, height, theme, errors },
  );
  const log = app.document.getElementById('log') as unknown as Log;
  log.setLines(lines);
  log.focus();
  await app.settle();
  let fired: string[] = [];
  for (const [type, fields] of Object.entries(FIELDS)) {
    log.addEventListener(type, (event: unknown) => {
      const values = event as Record<string, unknown>;
      fired.push([type, ...fields.map((field) => String(values[field]))].join(' '));
    });
  }
  return {
    app,
    log,
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

/** `line 0` to `line n - 1`. */
export function numbered(count: number, from = 0): string[] {
  return Array.from({ length: count }, (_, at) => `line ${from + at}`);
}
