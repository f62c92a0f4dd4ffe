/** OpenTUI: rows in its box that scrolls, which draws only those in view. Node 26 with --experimental-ffi. */
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { SIZE } from './workload.mjs';

export async function open(_peer, output, { packages }) {
  const { resolve } = createRequire(`${packages}/package.json`);
  const { createCliRenderer, BoxRenderable, ScrollBoxRenderable, TextRenderable } = await import(
    pathToFileURL(resolve('@opentui/core'))
  );
  const stdin = new Readable({ read() {} });
  stdin.isTTY = true;
  stdin.setRawMode = () => stdin;
  const renderer = await createCliRenderer({
    stdin,
    stdout: output,
    width: SIZE[0],
    height: SIZE[1],
    maxFps: 100_000,
    targetFps: 100_000,
    consoleMode: 'disabled',
    useMouse: false,
    exitOnCtrlC: false,
    exitSignals: [],
    screenMode: 'alternate-screen',
    externalOutputMode: 'passthrough',
    backgroundColor: 'transparent',
  });
  const list = new ScrollBoxRenderable(renderer, { width: SIZE[0], height: SIZE[1] });
  renderer.root.add(list);
  let rows = [];
  let selected;
  const make = ({ id, label }) => {
    const box = new BoxRenderable(renderer, { flexDirection: 'row', height: 1, flexShrink: 0 });
    const text = (content, width) => {
      const made = new TextRenderable(renderer, { content, width, wrapMode: 'none' });
      box.add(made);
      return made;
    };
    const row = { box, label, texts: [text(String(id), 8), text(label, 60), text('x', 1)] };
    row.texts[1].onMouseDown = () => select(row);
    row.texts[2].onMouseDown = () => remove(row);
    return row;
  };
  const color = (row, fg) => {
    for (const text of row?.texts ?? []) text.fg = fg;
  };
  const select = (row) => {
    color(selected, '#ffffff');
    color((selected = row), '#ff0000');
  };
  const remove = (row) => {
    list.remove(row.box);
    row.box.destroyRecursively();
    rows.splice(rows.indexOf(row), 1);
  };
  const append = (made) => {
    for (const each of made.map(make)) {
      rows.push(each);
      list.add(each.box);
    }
  };
  return {
    rows: {
      set: (made) => {
        selected = undefined;
        for (const { box } of rows) {
          list.remove(box);
          box.destroyRecursively();
        }
        rows = [];
        append(made);
      },
      append,
      update: () => {
        for (let at = 0; at < rows.length; at += 10) {
          rows[at].texts[1].content = rows[at].label += ' !!!';
        }
      },
      select: (at) => select(rows[at]),
      swap: (a, b) => {
        const [first, second] = [rows[a], rows[b]];
        [rows[a], rows[b]] = [second, first];
        list.add(second.box, a);
        list.add(first.box, b);
      },
      remove: (at) => remove(rows[at]),
    },
    async frame() {
      await renderer.loop(true);
      await renderer.nativeSession.whenPresented?.();
    },
    shown: () => ({
      count: list.getChildren().length,
      text: rows[2]?.label,
      isSelected: rows[2] && rows[2] === selected,
    }),
  };
}
