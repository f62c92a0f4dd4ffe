/**
 * The commands of a document: what its app can do, each with a name and keys. Elements that are commands register here;
 * which of them a key reaches is decided in `input/commands/`.
 */
import type { Chord } from '../../base/keys/strokes.js';
import { dispatchForResults } from '../../dom/events/event-target.js';
import { Event } from '../../dom/events/event.js';
import { COMMAND, COMMANDS_CHANGED } from '../internals.js';
import { beforeFrame } from '../services.js';
import {
  addState,
  removeState,
  statesOf,
  type TuiDocument,
  type TuiElement,
} from '../tui-element.js';
import { documentOf, idOf, queryAll } from '../tree.js';

/** What a command is at the moment. */
export interface Command {
  readonly keys: readonly Chord[];
  readonly label: string;
  readonly group: string;
  readonly isDisabled: boolean;
  /** Left out of lists; its keys have their effect. */
  readonly isHidden: boolean;
  /** Its keys come before those of a text field. */
  readonly isWhileTyping: boolean;
}

/** The state of a command while a promise of `execute` is pending. */
const BUSY = 'busy';

class Commands {
  readonly #all = new Set<TuiElement>();
  #sorted: readonly TuiElement[] | undefined;
  readonly watchers = new Set<TuiElement>();
  /** Keys that the user has chosen, by the id of a command. */
  #userKeys: ReadonlyMap<string, readonly Chord[]> = new Map();
  /** Another number whenever a command has come, gone, or got other keys. */
  version = 0;
  #isNotifying = false;

  add(element: TuiElement): void {
    this.#all.add(element);
    this.#changed();
  }

  remove(element: TuiElement): void {
    this.#all.delete(element);
    this.#changed();
  }

  /** In document order. */
  get sorted(): readonly TuiElement[] {
    if (this.#sorted === undefined) {
      const [first] = this.#all;
      // One walk: comparing two of many siblings takes as long.
      const found = first === undefined ? [] : queryAll(documentOf(first), '*');
      this.#sorted = found.filter((element) => this.#all.has(element));
    }
    return this.#sorted;
  }

  get size(): number {
    return this.#all.size;
  }

  keysChanged(): void {
    this.version++;
  }

  get userKeys(): ReadonlyMap<string, readonly Chord[]> {
    return this.#userKeys;
  }

  set userKeys(keys: ReadonlyMap<string, readonly Chord[]>) {
    this.#userKeys = keys;
    this.version++;
  }

  /** Once for all changes before the next frame. */
  notify(element: TuiElement): void {
    if (this.#isNotifying || this.watchers.size === 0) return;
    this.#isNotifying = true;
    beforeFrame(element, () => {
      this.#isNotifying = false;
      for (const watcher of this.watchers) watcher[COMMANDS_CHANGED]?.();
    });
  }

  #changed(): void {
    this.#sorted = undefined;
    this.version++;
  }
}

const commandsOfDocument = new WeakMap<TuiDocument, Commands>();

function allOf(document: TuiDocument): Commands {
  let found = commandsOfDocument.get(document);
  if (found === undefined) commandsOfDocument.set(document, (found = new Commands()));
  return found;
}

/** To be called when an element that is a command is connected. */
export function addCommand(element: TuiElement, document: TuiDocument): void {
  const all = allOf(document);
  all.add(element);
  all.notify(element);
}

/** To be called when it is disconnected. */
export function removeCommand(element: TuiElement, document: TuiDocument): void {
  const all = allOf(document);
  all.remove(element);
  all.notify(element);
}

/** To be called when a command has other keys, another name or state. */
export function commandChanged(element: TuiElement): void {
  const all = allOf(documentOf(element));
  all.keysChanged();
  all.notify(element);
}

/** Which commands keys reach may have changed. */
export function notifyCommands(element: TuiElement): void {
  commandsOfDocument.get(documentOf(element))?.notify(element);
}

/** Calls `[COMMANDS_CHANGED]` of an element from now on. To be called when it is connected. */
export function watchCommands(element: TuiElement, document: TuiDocument): void {
  allOf(document).watchers.add(element);
}

export function unwatchCommands(element: TuiElement, document: TuiDocument): void {
  allOf(document).watchers.delete(element);
}

export function hasCommandWatchers(document: TuiDocument): boolean {
  return (commandsOfDocument.get(document)?.watchers.size ?? 0) > 0;
}

/** The elements of all commands, in document order. */
export function commandsOf(document: TuiDocument): readonly TuiElement[] {
  return commandsOfDocument.get(document)?.sorted ?? [];
}

export function hasCommands(document: TuiDocument): boolean {
  return (commandsOfDocument.get(document)?.size ?? 0) > 0;
}

/** Another number whenever `commandsOf`, or the keys of one, have changed. */
export function commandsVersion(document: TuiDocument): number {
  return commandsOfDocument.get(document)?.version ?? 0;
}

/** The first command with an id. */
export function commandById(document: TuiDocument, id: string): TuiElement | undefined {
  return commandsOf(document).find((element) => idOf(element) === id);
}

const NONE: readonly Chord[] = [];

/** The keys of a command: those that the user has chosen, else its own. */
export function keysOf(element: TuiElement): readonly Chord[] {
  return userKeysOf(element) ?? element[COMMAND]?.keys ?? NONE;
}

/** The keys that the user has chosen for a command; undefined where it has its own. */
export function userKeysOf(element: TuiElement): readonly Chord[] | undefined {
  const keys = commandsOfDocument.get(documentOf(element))?.userKeys;
  return keys === undefined || keys.size === 0 ? undefined : keys.get(idOf(element));
}

/** Replaces the keys of commands by those that the user has chosen, by their ids. */
export function setUserKeys(
  document: TuiDocument,
  keys: ReadonlyMap<string, readonly Chord[]>,
): void {
  const before = commandsOfDocument.get(document)?.userKeys.size ?? 0;
  if (before === 0 && keys.size === 0) return;
  const all = allOf(document);
  all.userKeys = keys;
  const [first] = all.sorted;
  if (first !== undefined) all.notify(first);
}

export function isBusy(element: TuiElement): boolean {
  return statesOf(element).has(BUSY);
}

/** True where it can be run now. */
export function canRun(element: TuiElement): boolean {
  return element[COMMAND]?.isDisabled === false && !isBusy(element);
}

/**
 * Runs a command: fires `execute` at its element. Until the promises that listeners return are settled it is busy, and
 * is not run again.
 *
 * @returns settles with the listeners; undefined where it is disabled or busy
 */
export function runCommand(element: TuiElement): Promise<void> | undefined {
  if (!canRun(element)) return undefined;
  const results = dispatchForResults(element, new Event('execute', { cancelable: false }));
  const pending = results.filter((result) => result instanceof Promise);
  if (pending.length === 0) return Promise.resolve();
  addState(element, BUSY);
  notifyCommands(element);
  const end = (): void => {
    removeState(element, BUSY);
    notifyCommands(element);
    // Also where nothing watches: a style may depend on it.
    beforeFrame(element, () => undefined);
  };
  return Promise.allSettled(pending).then(end);
}
