// Reference: a hand-written cell differ on typed arrays, 16 colours, one write per frame. Not a peer, a bound for plain JS.
import { COLS, ROWS, BARW, ENTRIES } from '../common/model.mjs';
const S = COLS * ROWS,
  CYAN = 6 << 21,
  GREEN = 2 << 21;
export async function open(out) {
  const prev = new Uint32Array(S).fill(32),
    next = new Uint32Array(S).fill(32),
    buf = Buffer.allocUnsafe(1 << 17);
  let n = 0;
  const stat = { changed: 0, runs: 0, noSgr: 0 };
  const num = (v) => {
    if (v > 99) {
      buf[n++] = 48 + ((v / 100) | 0);
      v %= 100;
      buf[n++] = 48 + ((v / 10) | 0);
    } else if (v > 9) buf[n++] = 48 + ((v / 10) | 0);
    buf[n++] = 48 + (v % 10);
  };
  const dig = (v) => (v > 99 ? 3 : v > 9 ? 2 : 1);
  function flush() {
    n = 0;
    let cx = -1,
      cy = -1,
      sg = 0,
      sgr = 0;
    for (let y = 0, i = 0; y < ROWS; y++)
      for (let x = 0; x < COLS; x++, i++) {
        const c = next[i];
        if (c === prev[i]) continue;
        stat.changed++;
        if (cx !== x || cy !== y) {
          stat.runs++;
          const gap = x - cx;
          let done = false;
          if (cy === y && gap > 0) {
            // re-emit a short unchanged gap, when in the current style and cheaper than CUF
            let g = 0;
            const cuf = gap === 1 ? 3 : 3 + dig(gap);
            for (let k = i - gap; k < i && g <= cuf; k++) {
              const p = next[k];
              g += p >>> 21 !== sg ? 99 : (p & 0x1fffff) < 128 ? 1 : 3;
            }
            if (g <= cuf) {
              for (let k = i - gap; k < i; k++) ch(next[k] & 0x1fffff);
            } else {
              buf[n++] = 27;
              buf[n++] = 91;
              if (gap > 1) num(gap);
              buf[n++] = 67;
            }
            done = true;
          }
          if (!done) {
            buf[n++] = 27;
            buf[n++] = 91;
            num(y + 1);
            if (x) {
              buf[n++] = 59;
              num(x + 1);
            }
            buf[n++] = 72;
          }
        }
        const st = c >>> 21;
        if (st !== sg) {
          buf[n++] = 27;
          buf[n++] = 91;
          if (st) {
            buf[n++] = 51;
            buf[n++] = 48 + st;
            sgr += 5;
          } else sgr += 3;
          buf[n++] = 109;
          sg = st;
        }
        ch(c & 0x1fffff);
        cx = x + 1;
        cy = y;
        if (cx === COLS) cx = -1;
        prev[i] = c;
      }
    if (sg) {
      buf[n++] = 27;
      buf[n++] = 91;
      buf[n++] = 109;
      sgr += 3;
    }
    stat.noSgr += n - sgr;
    if (n) out.write(Buffer.from(buf.subarray(0, n)));
  }
  function ch(c) {
    if (c < 128) buf[n++] = c;
    else {
      buf[n++] = 0xe0 | (c >> 12);
      buf[n++] = 0x80 | ((c >> 6) & 63);
      buf[n++] = 0x80 | (c & 63);
    }
  }
  const text = (x, y, s, st = 0) => {
    let i = y * COLS + x;
    for (let k = 0; k < s.length; k++) next[i++] = s.charCodeAt(k) | st;
  };
  const val = (i, v) => {
    const a = (v / 10) | 0;
    next[i] = a > 99 ? 49 : 32;
    next[i + 1] = a > 9 ? 48 + (((a / 10) | 0) % 10) : 32;
    next[i + 2] = 48 + (a % 10);
    next[i + 3] = 46;
    next[i + 4] = 48 + (v % 10);
  };
  const frame = (y0, h) => {
    for (let b = 0; b < 8; b++) {
      const x = 30 * (b & 3),
        y = y0 + h * (b >> 2);
      text(x, y, '┌' + '─'.repeat(28) + '┐');
      for (let i = 1; i < h - 1; i++) {
        text(x, y + i, '│');
        text(x + 29, y + i, '│');
      }
      text(x, y + h - 1, '└' + '─'.repeat(28) + '┘');
      text(x + 1, y + 1, `Chart ${b}`);
      for (let e = 0; e < ENTRIES; e++)
        text(x + 1, y + 2 + e, `item ${String(e).padStart(2, '0')}`);
    }
  };
  const bars = (m, y0, h) => {
    for (let b = 0; b < 8; b++) {
      const x = 30 * (b & 3) + 9,
        y = y0 + h * (b >> 2) + 2,
        a = m.bars[b];
      for (let e = 0; e < ENTRIES; e++) {
        const v = a[e],
          q = Math.floor((v * BARW * 8) / 1000),
          f = q >> 3,
          r = q & 7;
        const i = (y + e) * COLS + x;
        for (let k = 0; k < BARW; k++)
          next[i + k] = k < f ? 0x2588 | CYAN : k === f && r ? (0x2590 - r) | CYAN : 32;
        val(i + BARW + 1, v);
      }
    }
  };
  const sparks = (m) => {
    for (let s = 0; s < 8; s++) {
      const a = m.sparks[s];
      const i = s * COLS + 8;
      for (let k = 0; k < 100; k++) next[i + k] = (0x2581 + (((a[k] * 8) / 1001) | 0)) | GREEN;
      val(i + 101, a[99]);
    }
  };
  const cell = (r, c, v) => text(c * 24, r, `r${r}c${c} v${String(v).padStart(6, '0')}`);
  out.write('\x1b[?1049h\x1b[?25l\x1b[H\x1b[2J');
  return {
    stat,
    w1(m) {
      frame(0, 20);
      bars(m, 0, 20);
      flush();
    },
    w2(m) {
      for (let s = 0; s < 8; s++) text(0, s, `spark ${s}`);
      frame(8, 16);
      sparks(m);
      bars(m, 8, 16);
      flush();
      stat.changed = stat.runs = stat.noSgr = 0;
      let k = 0;
      return (m) => {
        sparks(m);
        bars(m, 8, 16);
        flush();
        if (++k === 500 && process.env.STAT)
          console.log(
            JSON.stringify({
              cells: stat.changed / k,
              runs: stat.runs / k,
              bytesNoSgr: stat.noSgr / k,
            }),
          );
      };
    },
    w3() {
      for (let r = 0; r < ROWS; r++) for (let c = 0; c < 5; c++) cell(r, c, 0);
      flush();
      return (m) => {
        cell(m.row, m.col, m.tick);
        flush();
      };
    },
  };
}
