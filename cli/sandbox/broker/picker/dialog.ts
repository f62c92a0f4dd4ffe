/**
 * The file dialog as a state machine: what it shows at a size, and what keys do. It is the launcher's own, on its own screen:
 * the app neither sees it nor draws over it.
 *
 * A key grants a file, so keys that were meant for the app must not choose: nothing counts before the input was quiet, and
 * nothing is chosen before `SUDDEN` milliseconds without a key that would, once. See
 * docs/decisions/2026-11-28-keys-for-what-was-there-before.md.
 */
import { dirname, isAbsolute, join, resolve } from 'node:path';
import type { KeyInput, TerminalInput } from '../../../../runtime/base/input-events.js';
import { commonStart, expandHome, splitPath } from './path-field.js';
import { filtered, type Entry, type EntryFacts, type Folder } from './folder.js';

/** Quiet of this many ms ends what was typed ahead. */
export const QUIET = 300;
/** The same for keys that choose: the app can choose the moment, and have its user press Enter over and over. */
export const SUDDEN = 1500;

export interface DialogInputs {
  /** The app, as the launcher knows it. */
  readonly app: string;
  /** What the app calls the field. Its own words, to be shown as such. */
  readonly label: string;
  readonly multiple: boolean;
  readonly accept: readonly string[];
  /** Absolute. */
  readonly folder: string;
  readonly home: string;
  readonly max: number;
  readonly ports: DialogPorts;
}

/** A path, and the real path that the user was shown for it; undefined where the user has typed it. */
export interface Choice {
  readonly path: string;
  readonly real: string | undefined;
}

interface DialogPorts {
  read(path: string, signal: AbortSignal): Promise<Folder>;
  facts(path: string): Promise<EntryFacts | undefined>;
  /** Whether a path leads to a folder. */
  isFolder(path: string): Promise<boolean>;
  /** Why the path may not be chosen or listed; undefined where it may. */
  why(path: string): string | undefined;
  /** Where a path leads whose last part is a link. */
  target(path: string): Promise<string | undefined>;
  /** Opens what is chosen. @throws Error with a reason in words */
  open(choices: readonly Choice[]): Promise<void>;
  /** Milliseconds of a clock that does not jump. */
  now(): number;
}

export interface DialogSize {
  readonly width: number;
  readonly height: number;
}

/** What the dialog shows, for its rows. */
export interface DialogView {
  readonly inputs: DialogInputs;
  readonly folder: Folder | undefined;
  /** Indexes of the entries that show. */
  readonly shown: readonly number[];
  /** Of `shown`; -1 for none. */
  readonly cursor: number;
  readonly top: number;
  readonly filter: string;
  /** A path that is typed in place of a filter. */
  readonly path: string | undefined;
  readonly marked: ReadonlyMap<string, Choice>;
  readonly hidden: boolean;
  readonly isFiltered: boolean;
  readonly message: string | undefined;
  /** `quiet`: no key counts yet; `looking`: keys count that choose nothing. */
  readonly state: 'quiet' | 'looking' | 'armed' | 'opening';
  readonly facts: (entry: Entry) => EntryFacts | undefined;
}

export type DialogEnd = 'chosen' | 'cancelled' | 'ended';

export class FileDialog {
  /** Called when it shows something else. */
  onChange: () => void = () => undefined;
  /** Settles once. `ended`: the user ends the app. */
  readonly ended: Promise<DialogEnd>;
  /** The folder that shows, for the next dialog. */
  get folder(): string {
    return this.#path;
  }

  #path: string;
  #folder: Folder | undefined;
  #shown: readonly number[] = [];
  #cursor = -1;
  #top = 0;
  #page = 1;
  #filter = '';
  #typed: string | undefined;
  #hidden = false;
  #isFiltered = true;
  #message: string | undefined;
  #isOver = false;
  #isOpening = false;
  readonly #marked = new Map<string, Choice>();
  /** The last target of a link that the message has shown. */
  #shownTarget: string | undefined;
  readonly #facts = new Map<string, EntryFacts | null>();
  #reading = new AbortController();
  #finish: (end: DialogEnd) => void = () => undefined;
  /** The first key that counts is one after this. */
  #quietAt: number;
  #armedAt: number;
  #isQuiet = false;
  #isArmed = false;

  readonly #inputs: DialogInputs;

  constructor(inputs: DialogInputs) {
    this.#inputs = inputs;
    this.#path = inputs.folder;
    this.#quietAt = this.#armedAt = inputs.ports.now();
    this.ended = new Promise((resolve) => (this.#finish = resolve));
    this.#list(inputs.folder);
  }

  get view(): DialogView {
    return {
      inputs: this.#inputs,
      folder: this.#folder,
      shown: this.#shown,
      cursor: this.#cursor,
      top: this.#top,
      filter: this.#filter,
      path: this.#typed,
      marked: this.#marked,
      hidden: this.#hidden,
      isFiltered: this.#isFiltered,
      message: this.#message,
      state: this.#isOpening
        ? 'opening'
        : !this.#isQuiet
          ? 'quiet'
          : this.#isArmed
            ? 'armed'
            : 'looking',
      facts: (entry) => this.#factsOf(entry),
    };
  }

  /** Milliseconds until `tick` is to be called; undefined where it is not. */
  get due(): number | undefined {
    const { now } = this.#inputs.ports;
    if (this.#isOver || this.#isArmed) return undefined;
    const at = this.#isQuiet ? this.#armedAt + SUDDEN : this.#quietAt + QUIET;
    return Math.max(0, at - now());
  }

  /** Time has passed. */
  tick(): void {
    const now = this.#inputs.ports.now();
    if (!this.#isQuiet && now - this.#quietAt >= QUIET) this.#isQuiet = true;
    if (this.#isQuiet && now - this.#armedAt >= SUDDEN) this.#isArmed = true;
    this.onChange();
  }

  /** Rows for the list, as they are now: the cursor stays among them. */
  setPage(rows: number): void {
    this.#page = Math.max(1, rows);
    this.#scroll();
  }

  /** The terminal was away, or shows the dialog in another size: what was pressed meanwhile was for something else. */
  disarm(): void {
    this.#isQuiet = this.#isArmed = false;
    this.#quietAt = this.#armedAt = this.#inputs.ports.now();
  }

  cancel(): void {
    this.#end('cancelled');
  }

  /** What one read of the terminal has brought. */
  receive(all: readonly TerminalInput[], listTop: number): void {
    const pressed = all.filter((input) => input.type === 'key' && input.kind !== 'release');
    for (const input of all) {
      if (this.#isOver) return;
      if (input.type === 'key' && input.kind !== 'release') {
        // A user presses one key at a time; several at once choose nothing.
        this.#key(input, pressed.length === 1 && all.length === 1 && input.kind === 'press');
      } else if (input.type === 'mouse' && this.#isQuiet) {
        this.#mouse(input, listTop, all.length === 1);
      } else if (input.type === 'paste' && this.#isQuiet && !this.#isOpening) {
        this.#type(input.text.replace(/[\n\t]/g, ' '));
      }
    }
    this.onChange();
  }

  #key(input: KeyInput, isAlone: boolean): void {
    const { key, ctrlKey, altKey, metaKey } = input;
    // These always leave, even before other keys count.
    if (ctrlKey && (key === 'c' || key === 'd')) return this.#end('cancelled');
    if (ctrlKey && key === '\\') return this.#end('ended');
    if (!this.#isQuiet) {
      this.#quietAt = this.#armedAt = this.#inputs.ports.now();
      return;
    }
    if (this.#isOpening) return;
    if (key === 'Escape') return this.#escape();
    this.#message = undefined;
    if (key === 'Enter') return this.#enter(isAlone);
    if (key === ' ' && this.#canMark) return this.#mark(isAlone);
    const act = KEYS[`${ctrlKey ? 'ctrl+' : ''}${altKey ? 'alt+' : ''}${key}`];
    if (act !== undefined) return FileDialog.#acts[act](this);
    if (input.text !== undefined && !ctrlKey && !altKey && !metaKey) this.#type(input.text);
  }

  get #canMark(): boolean {
    return this.#inputs.multiple && this.#typed === undefined && this.#filter === '';
  }

  /** What each of them does. */
  static readonly #acts: Readonly<Record<Act, (dialog: FileDialog) => void>> = {
    up: (dialog) => dialog.#move(dialog.#cursor - 1),
    down: (dialog) => dialog.#move(dialog.#cursor + 1),
    pageUp: (dialog) => dialog.#move(dialog.#cursor - Math.max(1, dialog.#page - 1)),
    pageDown: (dialog) => dialog.#move(dialog.#cursor + Math.max(1, dialog.#page - 1)),
    first: (dialog) => dialog.#move(0),
    last: (dialog) => dialog.#move(dialog.#shown.length - 1),
    open: (dialog) => dialog.#enterFolder(),
    parent: (dialog) => {
      if (dialog.#typed === undefined) dialog.#list(dirname(dialog.#path));
    },
    erase: (dialog) => dialog.#erase(),
    clear: (dialog) => {
      if (dialog.#typed === undefined) dialog.#setFilter('');
      else dialog.#setTyped('');
    },
    hidden: (dialog) => {
      dialog.#hidden = !dialog.#hidden;
      dialog.#refilter();
    },
    types: (dialog) => {
      if (dialog.#inputs.accept.length > 0) dialog.#isFiltered = !dialog.#isFiltered;
      dialog.#refilter();
    },
    path: (dialog) =>
      dialog.#setTyped(dialog.#path.endsWith('/') ? dialog.#path : `${dialog.#path}/`),
    home: (dialog) => dialog.#list(dialog.#inputs.home),
    complete: (dialog) => {
      if (dialog.#typed === undefined) dialog.#enterFolder();
      else void dialog.#complete(dialog.#typed);
    },
  };

  #enterFolder(): void {
    const entry = this.#entry();
    if (entry?.kind === 'folder') this.#list(this.#at(entry));
  }

  // Keys that choose

  /** Whether a key that chooses counts. One that comes too early starts the time again. */
  #mayChoose(isAlone: boolean): boolean {
    if (this.#isArmed && isAlone) return true;
    if (!this.#isArmed) {
      this.#armedAt = this.#inputs.ports.now();
      this.#message = 'one moment, then press it again';
    }
    return false;
  }

  #enter(isAlone: boolean): void {
    if (this.#typed !== undefined) return void this.#enterPath(this.#typed, isAlone);
    const entry = this.#entry();
    if (this.#marked.size > 0 && entry?.kind !== 'folder') {
      if (this.#mayChoose(isAlone)) void this.#open([...this.#marked.values()]);
      return;
    }
    if (entry === undefined) return;
    const path = this.#at(entry);
    if (entry.kind === 'folder') {
      if (!this.#isArmed) this.#armedAt = this.#inputs.ports.now();
      if (isAlone) this.#list(path);
      return;
    }
    if (this.#mayChoose(isAlone)) void this.#choose(path, entry.real);
  }

  async #enterPath(typed: string, isAlone: boolean): Promise<void> {
    if (!this.#mayChoose(isAlone)) return;
    const path = this.#resolved(typed);
    const isFolder = await this.#inputs.ports.isFolder(path);
    if (this.#isOver) return;
    if (isFolder) this.#list(path);
    else await this.#choose(path, undefined);
  }

  /** What a link leads to is shown before it is chosen: here where the list did not. */
  async #choose(path: string, real: string | undefined): Promise<void> {
    const target = real ?? (await this.#inputs.ports.target(path));
    if (this.#isOver || this.#isOpening) return;
    const isUnseen = real === undefined && target !== undefined && target !== this.#shownTarget;
    if (!isUnseen || this.#inputs.ports.why(path) !== undefined) {
      await this.#open([{ path, real: target }]);
      return;
    }
    this.#shownTarget = target;
    this.#message = `a link to ${target}: press the key again`;
    this.onChange();
  }

  #mark(isAlone: boolean): void {
    const entry = this.#entry();
    if (entry === undefined || entry.kind === 'folder' || !this.#mayChoose(isAlone)) return;
    const path = this.#at(entry);
    if (this.#marked.has(path)) this.#marked.delete(path);
    else {
      const why = this.#inputs.ports.why(path);
      if (why !== undefined) this.#message = why;
      else if (entry.link !== undefined && entry.real === undefined) {
        this.#message = 'where this link leads is not known: choose it alone, with Enter';
      } else if (this.#marked.size >= this.#inputs.max) {
        this.#message = `at most ${this.#inputs.max} files can be chosen at a time`;
      } else this.#marked.set(path, { path, real: entry.real });
    }
    if (this.#message === undefined) this.#move(this.#cursor + 1);
  }

  async #open(choices: readonly Choice[]): Promise<void> {
    this.#isOpening = true;
    this.onChange();
    try {
      await this.#inputs.ports.open(choices);
      this.#end('chosen');
    } catch (error) {
      this.#message = error instanceof Error ? error.message : String(error);
    }
    this.#isOpening = false;
    this.onChange();
  }

  #escape(): void {
    if (this.#typed !== undefined) this.#typed = undefined;
    else if (this.#filter !== '') this.#setFilter('');
    else this.#end('cancelled');
  }

  #end(end: DialogEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#reading.abort();
    this.#finish(end);
  }

  // The mouse

  #mouse(
    input: Extract<TerminalInput, { type: 'mouse' }>,
    listTop: number,
    isAlone: boolean,
  ): void {
    if (input.action === 'wheel') return this.#move(this.#cursor + Math.sign(input.deltaY) * 3);
    if (input.action !== 'press' || input.button !== 0 || this.#isOpening) return;
    const at = this.#top + input.y - listTop;
    if (input.y < listTop || input.y >= listTop + this.#page || at >= this.#shown.length) return;
    this.#message = undefined;
    // The first click shows what a second one would choose.
    if (at !== this.#cursor) this.#move(at);
    else this.#enter(isAlone);
  }

  // What is typed

  #type(text: string): void {
    if (this.#typed !== undefined) this.#setTyped(this.#typed + text);
    else if (this.#filter === '' && /^[/~]/.test(text)) this.#setTyped(text);
    else this.#setFilter(this.#filter + text);
  }

  #erase(): void {
    const typed = this.#typed;
    if (typed !== undefined) {
      if (typed === '') this.#typed = undefined;
      else this.#setTyped(withoutLast(typed));
    } else if (this.#filter !== '') this.#setFilter(withoutLast(this.#filter));
    else this.#list(dirname(this.#path));
  }

  #setTyped(text: string): void {
    this.#typed = text.slice(0, MAX_TYPED);
  }

  #setFilter(text: string): void {
    this.#filter = text.slice(0, MAX_TYPED);
    this.#refilter();
  }

  #resolved(typed: string): string {
    const path = expandHome(typed, this.#inputs.home);
    return isAbsolute(path) ? resolve(path) : resolve(this.#path, path);
  }

  async #complete(typed: string): Promise<void> {
    const { head, start } = splitPath(typed);
    const folder = this.#resolved(head === '' ? '.' : head);
    const why = this.#inputs.ports.why(folder);
    const { entries, error } =
      why === undefined
        ? await this.#inputs.ports.read(folder, this.#reading.signal)
        : { entries: [], error: why };
    if (this.#isOver || this.#typed !== typed) return;
    const found = entries.filter(
      ({ name }) => name.startsWith(start) && (start !== '' || !name.startsWith('.')),
    );
    if (error !== undefined) this.#message = error;
    else if (found.length === 0) this.#message = 'no such name';
    else {
      const [only] = found;
      const isWhole = found.length === 1 && only?.kind === 'folder';
      this.#setTyped(head + commonStart(found.map(({ name }) => name)) + (isWhole ? '/' : ''));
      if (found.length > 1) this.#message = `${found.length} names begin like this`;
    }
    this.onChange();
  }

  // The list

  #entry(): Entry | undefined {
    return this.#folder?.entries[this.#shown[this.#cursor] ?? -1];
  }

  #at({ name }: Entry): string {
    return join(this.#path, name);
  }

  #move(to: number): void {
    this.#cursor = Math.min(Math.max(0, to), this.#shown.length - 1);
    this.#scroll();
  }

  #scroll(): void {
    const last = Math.max(0, this.#shown.length - this.#page);
    const least = Math.max(0, this.#cursor - this.#page + 1);
    this.#top = Math.min(Math.max(this.#top, least), Math.max(0, this.#cursor), last);
  }

  #refilter(): void {
    const folder = this.#folder;
    if (folder === undefined) return;
    const { accept } = this.#inputs;
    const before = this.#entry();
    this.#shown = filtered(folder, {
      text: this.#filter,
      hidden: this.#hidden,
      accept: this.#isFiltered ? accept : [],
    });
    const kept = this.#shown.findIndex((index) => folder.entries[index] === before);
    this.#top = 0;
    this.#cursor = -1;
    this.#move(Math.max(0, kept));
  }

  #list(path: string): void {
    const why = this.#inputs.ports.why(path);
    if (why !== undefined && this.#folder !== undefined) {
      this.#message = why;
      return;
    }
    const left = this.#path;
    this.#reading.abort();
    const reading = (this.#reading = new AbortController());
    this.#path = path;
    this.#filter = '';
    this.#typed = undefined;
    this.#folder = undefined;
    this.#shown = [];
    this.#cursor = -1;
    this.#facts.clear();
    const read: Promise<Folder> =
      why === undefined
        ? this.#inputs.ports.read(path, reading.signal)
        : Promise.resolve({ path, real: undefined, entries: [], isCut: false, error: why });
    void read.then((folder) => {
      if (reading.signal.aborted) return;
      this.#folder = folder;
      this.#message = folder.error;
      this.#refilter();
      // Where the user has come from.
      const from = this.#shown.findIndex(
        (index) => join(path, folder.entries[index]?.name ?? '') === left,
      );
      if (from > 0) this.#move(from);
      this.onChange();
    });
  }

  /** Read when the row first shows. */
  #factsOf(entry: Entry): EntryFacts | undefined {
    const known = this.#facts.get(entry.name);
    if (known !== undefined) return known ?? undefined;
    this.#facts.set(entry.name, null);
    const folder = this.#folder;
    void this.#inputs.ports.facts(this.#at(entry)).then((facts) => {
      if (facts === undefined || this.#folder !== folder) return;
      this.#facts.set(entry.name, facts);
      this.onChange();
    });
    return undefined;
  }
}

/** UTF-16 units of what is typed. */
const MAX_TYPED = 4096;

function withoutLast(text: string): string {
  return [...text].slice(0, -1).join('');
}

type Act =
  | 'up'
  | 'down'
  | 'pageUp'
  | 'pageDown'
  | 'first'
  | 'last'
  | 'open'
  | 'parent'
  | 'erase'
  | 'clear'
  | 'hidden'
  | 'types'
  | 'path'
  | 'home'
  | 'complete';

/** What each key does, beside those that choose. */
const KEYS: Readonly<Record<string, Act | undefined>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  PageUp: 'pageUp',
  PageDown: 'pageDown',
  Home: 'first',
  End: 'last',
  ArrowRight: 'open',
  ArrowLeft: 'parent',
  Backspace: 'erase',
  'ctrl+u': 'clear',
  'ctrl+l': 'path',
  'alt+Home': 'home',
  'alt+.': 'hidden',
  F2: 'hidden',
  'alt+a': 'types',
  F3: 'types',
  Tab: 'complete',
};
