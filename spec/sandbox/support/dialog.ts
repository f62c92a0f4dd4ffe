/** The file dialog without a terminal: keys, a clock that the spec moves, and the screen as text. */
import {
  FileDialog,
  QUIET,
  SUDDEN,
  type DialogInputs,
} from '../../../cli/sandbox/broker/picker/dialog.js';
import { factsOf, readFolder, targetOf } from '../../../cli/sandbox/broker/picker/folder.js';
import { dialogRows, partsOf, type DialogRow } from '../../../cli/sandbox/broker/picker/rows.js';
import { stat } from 'node:fs/promises';
import type { KeyInput, MouseInput, TerminalInput } from '../../../runtime/base/input-events.js';
import { until } from '../../support/until.js';

const NONE = { ctrlKey: false, altKey: false, shiftKey: false, metaKey: false };

/** `Enter`, `Ctrl+l`, `Alt+.`, `a`. */
export function key(name: string, kind: KeyInput['kind'] = 'press'): KeyInput {
  const ctrlKey = name.startsWith('Ctrl+');
  const altKey = name.startsWith('Alt+');
  const own = ctrlKey ? name.slice(5) : altKey ? name.slice(4) : name;
  const types = [...own].length === 1 && !ctrlKey && !altKey;
  return { type: 'key', ...NONE, ctrlKey, altKey, key: own, kind, ...(types ? { text: own } : {}) };
}

export function click(x: number, y: number): MouseInput {
  return { type: 'mouse', ...NONE, action: 'press', button: 0, x, y, deltaX: 0, deltaY: 0 };
}

/** A user at a dialog. */
export class DialogUser {
  /** What has ended it. */
  end: string | undefined;
  readonly dialog: FileDialog;
  size = { width: 80, height: 24 };
  readonly #advance: (ms: number) => void;

  constructor(dialog: FileDialog, advance: (ms: number) => void) {
    this.dialog = dialog;
    this.#advance = advance;
    dialog.setPage(partsOf(this.size).page);
    void dialog.ended.then((end) => (this.end = end));
  }

  /** Time passes, and the dialog is called as its terminal calls it. */
  wait(ms: number): this {
    this.#advance(ms);
    this.dialog.tick();
    return this;
  }

  /** Until keys count that choose. */
  async armed(): Promise<this> {
    this.wait(QUIET).wait(SUDDEN);
    return await this.listed();
  }

  async listed(): Promise<this> {
    await until(() => this.dialog.view.folder !== undefined || this.end !== undefined);
    return this;
  }

  /** Each key is a read of its own. */
  async press(...names: string[]): Promise<this> {
    for (const name of names) {
      this.receive(key(name));
      await this.settled();
    }
    return this;
  }

  async type(text: string): Promise<this> {
    return await this.press(...text);
  }

  /** All of this comes in one read. */
  receive(...inputs: TerminalInput[]): this {
    this.dialog.setPage(partsOf(this.size).page);
    this.dialog.receive(inputs, partsOf(this.size).listTop);
    return this;
  }

  /** Until what a key has begun is done. */
  async settled(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    await until(
      () =>
        this.end !== undefined ||
        (this.dialog.view.folder !== undefined && this.dialog.view.state !== 'opening'),
    );
  }

  /** Moves to an entry by its name. */
  async to(name: string): Promise<this> {
    await this.listed();
    const names = this.names;
    const at = names.indexOf(name);
    if (at < 0) throw new Error(`${JSON.stringify(name)} is not listed: ${names.join(', ')}`);
    await this.press('Home', ...Array.from({ length: at }, () => 'ArrowDown'));
    return this;
  }

  /** Names that are listed. */
  get names(): string[] {
    const { folder, shown } = this.dialog.view;
    return shown.map((index) => folder?.entries[index]?.name ?? '');
  }

  get message(): string | undefined {
    return this.dialog.view.message;
  }

  rows(size = this.size): DialogRow[] {
    this.dialog.setPage(partsOf(size).page);
    return dialogRows(this.dialog.view, size);
  }

  /** The screen, each row with how it looks. */
  picture(size = this.size): string {
    return this.rows(size)
      .map(({ text, look }) => `${look.padEnd(8)}|${text}|`)
      .join('\n');
  }
}

/** A dialog over folders of this machine, which opens nothing. */
export function dialogOver(
  folder: string,
  options: Partial<Omit<DialogInputs, 'ports'>> & Partial<DialogInputs['ports']> = {},
): DialogUser & { readonly opened: readonly (readonly string[])[] } {
  let now = 0;
  const opened: (readonly string[])[] = [];
  const { read, facts, isFolder, why, target, open, ...inputs } = options;
  const dialog = new FileDialog({
    app: 'table.tui',
    label: 'Data',
    multiple: false,
    accept: [],
    folder,
    home: '/home/ada',
    max: 100,
    ...inputs,
    ports: {
      read: read ?? readFolder,
      facts: facts ?? factsOf,
      isFolder:
        isFolder ??
        (async (path) => (await stat(path).catch(() => undefined))?.isDirectory() === true),
      why: why ?? (() => undefined),
      target: target ?? targetOf,
      open:
        open ??
        (async (choices) => {
          opened.push(choices.map(({ path }) => path));
          await Promise.resolve();
        }),
      now: () => now,
    },
  });
  return Object.assign(
    new DialogUser(dialog, (ms) => {
      now += ms;
    }),
    { opened },
  );
}
