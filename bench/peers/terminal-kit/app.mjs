// terminal-kit 3.1 ScreenBuffer, draw({ delta: true })
import tk from 'terminal-kit';
import { PassThrough } from 'node:stream';
import { barText, sparkText, valText, label, title, cellText } from '../common/model.mjs';
export async function open(out) {
  const stdin = new PassThrough();
  stdin.isTTY = true;
  stdin.setRawMode = () => {};
  const term = tk.createTerminal({
    stdin,
    stdout: out,
    stderr: out,
    isTTY: true,
    generic: 'xterm-256color',
    appId: 'xterm-256color',
    appName: 'xterm',
  });
  term.fullscreen(true);
  term.hideCursor();
  const sb = new tk.ScreenBuffer({ dst: term, width: 120, height: 40 });
  sb.fill({ attr: {} });
  const CY = sb.object2attr({ color: 'cyan' }),
    GR = sb.object2attr({ color: 'green' }),
    DF = sb.object2attr({ defaultColor: true, bgDefaultColor: true });
  const put = (x, y, s, attr = DF) => sb.put({ x, y, attr }, s.replaceAll('%', '%%'));
  const flush = () => sb.draw({ delta: true });
  const frame = (y0, h) => {
    for (let b = 0; b < 8; b++) {
      const x = 30 * (b & 3),
        y = y0 + h * (b >> 2);
      put(x, y, '┌' + '─'.repeat(28) + '┐');
      for (let i = 1; i < h - 1; i++) {
        put(x, y + i, '│');
        put(x + 29, y + i, '│');
      }
      put(x, y + h - 1, '└' + '─'.repeat(28) + '┘');
      put(x + 1, y + 1, title(b));
    }
  };
  const bars = (m, y0, h) =>
    m.bars.forEach((a, b) => {
      const x = 30 * (b & 3) + 1,
        y = y0 + h * (b >> 2) + 2;
      a.forEach((v, e) => {
        put(x, y + e, label(e));
        put(x + 8, y + e, barText(v), CY);
        put(x + 23, y + e, valText(v));
      });
    });
  const sparks = (m) =>
    m.sparks.forEach((a, s) => {
      put(0, s, `spark ${s}`);
      put(8, s, sparkText(a), GR);
      put(109, s, valText(a[99]));
    });
  return {
    w1(m) {
      frame(0, 20);
      bars(m, 0, 20);
      flush();
    },
    w2(m) {
      frame(8, 16);
      const up = (m) => {
        sparks(m);
        bars(m, 8, 16);
        flush();
      };
      up(m);
      return up;
    },
    w3(m) {
      m.cells.forEach((row, r) => row.forEach((v, c) => put(24 * c, r, cellText(r, c, v))));
      flush();
      return (m) => {
        put(24 * m.col, m.row, cellText(m.row, m.col, m.tick));
        flush();
      };
    },
  };
}
