// @opentui/core 0.8.1 (Zig core over FFI), Node >= 26.4 with --experimental-ffi, or Bun. opentui:fb draws into a FrameBufferRenderable.
import {
  createCliRenderer,
  BoxRenderable,
  TextRenderable,
  FrameBufferRenderable,
  StyledText,
  RGBA,
} from '@opentui/core';
import { Readable } from 'node:stream';
import { barText, sparkText, valText, label, title, cellText } from '../common/model.mjs';
const IX = process.env.OT_RGB ? null : true;
const CY = IX && RGBA.fromIndex ? RGBA.fromIndex(6) : RGBA.fromHex('#00cdcd'),
  GR = IX && RGBA.fromIndex ? RGBA.fromIndex(2) : RGBA.fromHex('#00cd00'),
  WH = RGBA.defaultForeground ? RGBA.defaultForeground() : RGBA.fromHex('#ffffff'),
  BG = RGBA.defaultBackground ? RGBA.defaultBackground() : RGBA.fromHex('#000000');
const ch = (text, fg) => ({ __isChunk: true, text, fg });
export async function open(out, mode) {
  const stdin = new Readable({ read() {} });
  stdin.isTTY = true;
  stdin.setRawMode = () => stdin;
  const r = await createCliRenderer({
    stdin,
    stdout: out,
    width: 120,
    height: 40,
    maxFps: 100000,
    targetFps: 100000,
    consoleMode: 'disabled',
    useMouse: false,
    exitOnCtrlC: false,
    exitSignals: [],
    screenMode: 'alternate-screen',
    externalOutputMode: 'passthrough',
    backgroundColor: 'transparent',
    synchronizedOutput: process.env.OT_SYNC,
  });
  const flush = async () => {
    await r.loop(true);
    await r.nativeSession.whenPresented?.();
  };
  const entry = (v, e) =>
    new StyledText([ch(`${label(e)} `), ch(barText(v), CY), ch(` ${valText(v)}`)]);
  const spark = (a, s) =>
    new StyledText([ch(`spark ${s} `), ch(sparkText(a), GR), ch(` ${valText(a[99])}`)]);
  const abs = (x, y, w, h) => ({ position: 'absolute', left: x, top: y, width: w, height: h });
  const text = (p, x, y, w, content) => {
    const t = new TextRenderable(r, { ...abs(x, y, w, 1), content, wrapMode: 'none', fg: WH });
    p.add(t);
    return t;
  };
  const grid = (m, y, h) =>
    m.bars.map((a, b) => {
      const box = new BoxRenderable(r, {
        ...abs(30 * (b & 3), y + h * (b >> 2), 30, h),
        border: true,
        borderStyle: 'single',
        borderColor: WH,
      });
      r.root.add(box);
      text(box, 0, 0, 28, title(b));
      return a.map((v, e) => text(box, 0, 1 + e, 28, entry(v, e)));
    });
  const settle = async () => {
    r.destroy();
    await r.closed?.catch?.(() => {});
  };
  if (mode === 'fb') {
    const fb = new FrameBufferRenderable(r, { ...abs(0, 0, 120, 40) });
    r.root.add(fb);
    const B = fb.frameBuffer;
    const frame = (y0, h) => {
      for (let b = 0; b < 8; b++) {
        const x = 30 * (b & 3),
          y = y0 + h * (b >> 2);
        B.drawBox({
          x,
          y,
          width: 30,
          height: h,
          border: true,
          borderStyle: 'single',
          borderColor: WH,
          backgroundColor: BG,
        });
        B.drawText(title(b), x + 1, y + 1, WH, BG);
        for (let e = 0; e < 12; e++) B.drawText(label(e), x + 1, y + 2 + e, WH, BG);
      }
    };
    const bars = (m, y0, h) =>
      m.bars.forEach((a, b) =>
        a.forEach((v, e) => {
          const x = 30 * (b & 3) + 9,
            y = y0 + h * (b >> 2) + 2 + e;
          B.drawText(barText(v), x, y, CY, BG);
          B.drawText(valText(v), x + 15, y, WH, BG);
        }),
      );
    const sparks = (m) =>
      m.sparks.forEach((a, s) => {
        B.drawText(sparkText(a), 8, s, GR, BG);
        B.drawText(valText(a[99]), 109, s, WH, BG);
      });
    const cell = (r, c, n) => B.drawText(cellText(r, c, n), 24 * c, r, WH, BG);
    return {
      settle,
      async w1(m) {
        frame(0, 20);
        bars(m, 0, 20);
        await flush();
      },
      async w2(m) {
        m.sparks.forEach((_, s) => B.drawText(`spark ${s}`, 0, s, WH, BG));
        frame(8, 16);
        const up = (m) => {
          sparks(m);
          bars(m, 8, 16);
          fb.requestRender();
          return flush();
        };
        await up(m);
        return up;
      },
      async w3(m) {
        m.cells.forEach((row, r) => row.forEach((v, c) => cell(r, c, v)));
        await flush();
        return (m) => {
          cell(m.row, m.col, m.tick);
          fb.requestRender();
          return flush();
        };
      },
    };
  }
  return {
    settle,
    async w1(m) {
      grid(m, 0, 20);
      await flush();
    },
    async w2(m) {
      const sp = m.sparks.map((a, s) => text(r.root, 0, s, 120, spark(a, s))),
        g = grid(m, 8, 16);
      await flush();
      return (m) => {
        m.sparks.forEach((a, s) => {
          sp[s].content = spark(a, s);
        });
        m.bars.forEach((a, b) =>
          a.forEach((v, e) => {
            g[b][e].content = entry(v, e);
          }),
        );
        return flush();
      };
    },
    async w3(m) {
      const c = m.cells.map((row, y) =>
        row.map((v, x) => text(r.root, 24 * x, y, 24, cellText(y, x, v))),
      );
      await flush();
      return (m) => {
        c[m.row][m.col].content = cellText(m.row, m.col, m.tick);
        return flush();
      };
    },
  };
}
