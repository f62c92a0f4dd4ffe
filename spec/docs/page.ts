/** Pages with code in fences: apps, each followed by pictures of its screen, which are written by `UPDATE_SCREENS=1`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from '@jest/globals';
import type { MountedApp } from '../../runtime/testing/mount.js';

const UPDATES = process.env['UPDATE_SCREENS'] === '1';

export interface Fence {
  readonly language: string;
  /** The words after the language. */
  readonly words: readonly string[];
  readonly content: string;
  /** Line of the opening fence, from 1. */
  readonly line: number;
}

export interface PageApp {
  readonly app: Fence;
  readonly name: string;
  readonly size: string;
  readonly pictures: readonly Fence[];
}

export class Page {
  readonly fences: readonly Fence[];
  /** Each app with the pictures that follow it. */
  readonly apps: readonly PageApp[];

  constructor(readonly path: string) {
    this.fences = readFences(this.lines());
    this.apps = this.fences
      .filter(({ language, words }) => language === 'html' && words.length > 1)
      .map((app) => {
        const after = this.fences.slice(this.fences.indexOf(app) + 1);
        const end = after.findIndex(({ language }) => language !== 'text');
        const [name = '', size = ''] = app.words;
        return { app, name, size, pictures: after.slice(0, end === -1 ? undefined : end) };
      });
    // They are written into one folder: of two files with one name, only the last is run.
    const names = this.apps.map(({ name }) => name);
    const again = names.find((name, index) => names.indexOf(name) !== index);
    if (again !== undefined) throw new Error(`${path} has two apps called ${again}`);
  }

  lines(): string[] {
    return readFileSync(this.path, 'utf8').split('\n');
  }

  /** Compares a fence with what it should hold, or writes it. */
  expect(fence: Fence, content: string): void {
    const place = `${this.path}:${fence.line}`;
    if (!UPDATES) {
      expect(`${place}\n${fence.content}`).toBe(`${place}\n${content}`);
      return;
    }
    const text = this.lines();
    const current = readFences(text)[this.fences.indexOf(fence)];
    if (current === undefined) throw new Error(`${this.path} has changed meanwhile`);
    const end = text.indexOf('```', current.line);
    text.splice(current.line, end - current.line, ...content.split('\n'));
    writeFileSync(this.path, text.join('\n'));
  }
}

function readFences(all: readonly string[]): Fence[] {
  const found: Fence[] = [];
  for (let at = 0; at < all.length; at++) {
    const info = /^```(\S+)\s*(.*)$/.exec(all[at] ?? '');
    if (info === null) continue;
    const end = all.indexOf('```', at + 1);
    found.push({
      language: info[1] ?? '',
      words: (info[2] ?? '').split(/\s+/).filter((word) => word !== ''),
      content: all.slice(at + 1, end).join('\n'),
      line: at + 1,
    });
    at = end;
  }
  return found;
}

/** One word of a picture's fence: `press=Tab,Enter`, `advance=1000`, `click=3,1`, `resize=30x3`, `until=2_lines`, `choose=a.csv:one;two` (lines). */
export async function act(app: MountedApp, action: string): Promise<void> {
  const [name, value = ''] = action.split('=');
  if (name === 'press') await app.press(...value.split(','));
  else if (name === 'choose') {
    const files = value.split(',').map((file) => {
      const [own = '', lines = ''] = file.split(':');
      return new File([lines.replaceAll(';', '\n')], own);
    });
    await app.chooseFiles(files);
  } else if (name === 'advance') await app.advance(Number(value));
  else if (name === 'click') {
    const [x = NaN, y = NaN] = value.split(',').map(Number);
    await app.click({ x, y });
  } else if (name === 'until') {
    await app.findByText(new RegExp(value.replaceAll('_', ' ')));
  } else if (name === 'resize') {
    const [width = NaN, height = NaN] = value.split('x').map(Number);
    await app.resize(width, height);
  } else throw new Error(`a page has the unknown action ${action}`);
}
