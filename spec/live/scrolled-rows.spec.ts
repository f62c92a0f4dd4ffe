/** Rows that the terminal scrolls, in tmux, at several sizes: it shows what was painted. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { registry } from '../../elements/index.js';
import { createApp, type App } from '../../runtime/app/app.js';
import { Tmux, describeInTmux } from '../support/tmux.js';

const SIZES = [
  [40, 10],
  [80, 24],
  [120, 40],
] as const;
const MARKUP = `<tui>
<text style="background-color: #800000">head</text>
<log id="log" style="flex-grow: 1"/>
<text>foot</text>
</tui>`;

const line = (at: number): string => `${'abcdefghij'[at % 10]!.repeat(at % 23)} line ${at * 7919}`;
const rowsOf = (app: App): string[] =>
  Array.from({ length: app.height }, (_, y) => app.cells.rowText(y).trimEnd());

/** The bytes of frames in which a log goes on, and what the app shows at the end. */
function record(width: number, height: number): { bytes: string; rows: string[] } {
  let bytes = '';
  const output = { write: (data: Uint8Array) => (bytes += Buffer.from(data).toString()) };
  const app = createApp(MARKUP, { registry, width, height, theme: 'color16-dark', output });
  app.frame();
  const log = app.document.getElementById('log')!;
  for (let at = 0; at < 3 * height; at++) {
    for (let more = 0; more <= at % 3; more++) log.append(line(at * 4 + more));
    app.frame();
  }
  const rows = rowsOf(app);
  app.stop();
  return { bytes, rows };
}

describeInTmux('rows that are scrolled', () => {
  const terminal = new Tmux();
  beforeAll(async () => terminal.start(120, 40));
  afterAll(() => terminal.stop());

  it.each(SIZES)('are what was painted, at %i by %i', async (width, height) => {
    const { bytes, rows } = record(width, height);
    expect(bytes).toMatch(/\x1b\[\d*M/);
    const file = join(terminal.folder, `frames-${width}`);
    writeFileSync(file, `\x1b[?1049h\x1b[H\x1b[2J${bytes}`);
    terminal.run('resize-window', '-x', String(width), '-y', String(height));
    terminal.keys(`cat ${file}; read; printf '\\033[?1049l'`, 'Enter');
    const shown = (): string[] =>
      terminal
        .screen()
        .split('\n')
        .slice(0, height)
        .map((row) => row.trimEnd());
    await terminal.until('the frames', () => shown().join('\n') === rows.join('\n'));
    expect(shown()).toEqual(rows);
    terminal.keys('', 'Enter');
  });
});
