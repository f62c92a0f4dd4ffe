/** Transparent ink: what has it takes its room and does not show, however many colours there are. */
import { describe, expect, it } from '@jest/globals';
import { registry } from '../../elements/index.js';
import { createApp, type App } from '../../runtime/app/app.js';
import { DEFAULT_COLOR, TRANSPARENT } from '../../runtime/base/color.js';
import { themeNames } from '../../runtime/style/themes/themes.js';
import { bufferCells, visible, Xterm } from '../support/xterm.js';

const DOCUMENT = `<tui>
  <text class="no" style="background: #334455">ab 保存 <b>bold</b></text>
  <text>a <span class="no" style="text-decoration: underline">bc</span> d</text>
  <container class="no" style="border: thin; border-color: transparent"><text>x</text></container>
  <container title="T" style="border: rounded transparent; color: rgba(0, 0, 0, 0); video: reverse">y</container>
  <button class="no">Go</button><checkbox class="no">c</checkbox>
  <data-bars class="no" series='[{"name":"s","color":"transparent"}]' bars="[[1],[2]]"/>
</tui>`;

function open(sheet: string, theme: string): { app: App; chunks: Uint8Array[] } {
  const chunks: Uint8Array[] = [];
  const app = createApp(DOCUMENT.replace('<tui>', `<tui><style>${sheet}</style>`), {
    registry,
    width: 24,
    height: 16,
    theme,
    output: { write: (bytes) => chunks.push(Buffer.from(bytes)) },
  });
  app.frame();
  return { app, chunks };
}

function texts(app: App): string[] {
  return Array.from({ length: app.height }, (_, y) => app.cells.rowText(y).trimEnd());
}

const NO = '.no, .no * { color: transparent; accent-color: transparent; track-color: transparent }';

describe.each(themeNames)('%s', (theme) => {
  it('shows nothing of it, in the same room', async () => {
    const { app, chunks } = open(NO, theme);
    expect(texts(app).filter((row) => row !== '')).toEqual(['a    d']);
    const plain = open('', theme).app;
    for (const tag of ['text', 'container', 'button', 'checkbox', 'data-bars']) {
      const boxes = [app, plain].map((each) =>
        [...each.document.querySelectorAll(tag)].map((element) => element.getBoundingClientRect()),
      );
      expect(boxes[0]).toEqual(boxes[1]);
    }
    const terminal = new Xterm(24, 16);
    for (const chunk of chunks) await terminal.write(chunk);
    expect(terminal.rows().filter((row) => row !== '')).toEqual(['a    d']);
  });

  it('leaves the background, and no colour that a terminal does not know', () => {
    const { app } = open(NO, theme);
    const cells = visible(bufferCells(app.cells)).flat();
    expect(cells.some(({ fg }) => fg === TRANSPARENT)).toBe(false);
    expect(app.cells.styles.some((id) => app.cells.table.get(id).fg === TRANSPARENT)).toBe(false);
    expect(cells[0]?.bg).not.toBe(DEFAULT_COLOR);
  });

  it('comes and goes with its class', () => {
    const { app } = open(NO, theme);
    const before = texts(app);
    const element = app.document.querySelector('text')!;
    element.className = '';
    app.frame();
    expect(texts(app)[0]).toBe('ab 保存 bold');
    element.firstChild!.nodeValue = 'other';
    element.className = 'no';
    app.frame();
    expect(texts(app)).toEqual(before);
    element.textContent = 'again';
    app.frame();
    expect(texts(app)).toEqual(before);
  });
});
