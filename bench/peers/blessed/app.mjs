// blessed 0.1.81, boxes with tagged content. blessed:csr = smartCSR
import blessed from 'blessed';
import { PassThrough } from 'node:stream';
import { barText, sparkText, valText, label, title, cellText } from '../common/model.mjs';
export function makeScreen(out, mode) {
  const input = new PassThrough();
  input.isTTY = true;
  input.setRawMode = () => {};
  input.isRaw = true;
  return blessed.screen({
    input,
    output: out,
    terminal: 'xterm-256color',
    forceUnicode: true,
    fullUnicode: false,
    smartCSR: mode === 'csr',
    useBCE: false,
    warnings: false,
  });
}
export const flush = (screen) => {
  screen.render();
  screen.program.flush();
};
export async function open(out, mode) {
  const screen = makeScreen(out, mode);
  const entry = (v, e) => `${label(e)} {cyan-fg}${barText(v)}{/cyan-fg} ${valText(v)}`;
  const chart = (a, b) => title(b) + '\n' + a.map(entry).join('\n');
  const grid = (m, y, h) =>
    m.bars.map((a, b) =>
      blessed.box({
        parent: screen,
        left: 30 * (b & 3),
        top: y + h * (b >> 2),
        width: 30,
        height: h,
        border: 'line',
        tags: true,
        content: chart(a, b),
      }),
    );
  const spark = (a, s) => `spark ${s} {green-fg}${sparkText(a)}{/green-fg} ${valText(a[99])}`;
  return {
    w1(m) {
      grid(m, 0, 20);
      flush(screen);
    },
    w2(m) {
      const sp = m.sparks.map((a, s) =>
        blessed.text({
          parent: screen,
          left: 0,
          top: s,
          width: 120,
          height: 1,
          tags: true,
          content: spark(a, s),
        }),
      );
      const g = grid(m, 8, 16);
      flush(screen);
      return (m) => {
        m.sparks.forEach((a, s) => sp[s].setContent(spark(a, s)));
        m.bars.forEach((a, b) => g[b].setContent(chart(a, b)));
        flush(screen);
      };
    },
    w3(m) {
      const c = m.cells.map((row, r) =>
        row.map((v, c) =>
          blessed.text({
            parent: screen,
            left: 24 * c,
            top: r,
            width: 24,
            height: 1,
            content: cellText(r, c, v),
          }),
        ),
      );
      flush(screen);
      return (m) => {
        c[m.row][m.col].setContent(cellText(m.row, m.col, m.tick));
        flush(screen);
      };
    },
    close() {
      screen.destroy();
    },
  };
}
