/**
 * Keys as commands: which commands a key reaches, in which order, and chords. A command is in force inside the element
 * that contains it; in what has commands of its own (the root, a dialog) while that shows. Behind a modal element none
 * is.
 */
import { formatChord, isModifierKey, strokeOf, type Chord } from '../../base/keys/strokes.js';
import type { GlyphLevel } from '../../base/text/glyph-levels.js';
import {
  canRun,
  commandsOf,
  commandsVersion,
  hasCommands,
  hasCommandWatchers,
  keysOf,
  notifyCommands,
  runCommand,
  userKeysOf,
} from '../../element/commands/commands.js';
import { COMMAND, HAS_OWN_COMMANDS, KEY_USE } from '../../element/internals.js';
import {
  activeElementOf,
  documentElementOf,
  isConnected,
  isInside,
  parentElementOf,
} from '../../element/tree.js';
import { observe } from '../../element/tui-document.js';
import type { TuiDocument, TuiElement } from '../../element/tui-element.js';
import type { KeyAction } from '../events.js';
import { isShown } from '../focus.js';
import { isInert, modalOf } from '../inert.js';

export interface CommandsPorts {
  readonly document: TuiDocument;
  readonly glyphs: () => GlyphLevel;
  /** Calls back once after this many milliseconds; returns what takes it back. */
  setTimer(callback: () => void, ms: number): () => void;
  /** Brings computed styles up to date. */
  flush(): void;
  /** The tree may have been changed by a command. */
  acted(): void;
}

/** Milliseconds after which a command runs whose key also begins a chord. */
const CHORD_TIME = 1000;

/** A command, and one of the chords that run it. */
interface Entry {
  readonly element: TuiElement;
  readonly chord: Chord;
}

/** The commands of one element. */
interface Scope {
  /** In document order. */
  readonly elements: readonly TuiElement[];
  /** By the first stroke of a chord. */
  readonly entries: ReadonlyMap<string, readonly Entry[]>;
  /** By all strokes of a chord: thousands of chords may begin with one stroke. */
  readonly exact: ReadonlyMap<string, readonly Entry[]>;
}

/** What keys reach at a time. */
export interface Reach {
  readonly elements: readonly TuiElement[];
  /** Those keys of a command that reach it. */
  keysOf(element: TuiElement): readonly Chord[];
}

interface PendingChord {
  /** Ids of strokes. */
  readonly strokes: readonly string[];
  readonly chord: Chord;
  readonly target: TuiElement;
  /** The command that the strokes are the key of. */
  readonly exact: TuiElement | undefined;
}

const NO_SCOPE: Scope = { elements: [], entries: new Map(), exact: new Map() };
const NO_ENTRIES: readonly Entry[] = [];

export class CommandKeys {
  #pending: PendingChord | undefined;
  #cancelTimer: (() => void) | undefined;
  /** Commands that were run, by when: later ones have higher numbers. */
  readonly #used = new WeakMap<TuiElement, number>();
  #runs = 0;
  #scopes: ReadonlyMap<TuiElement, Scope> = new Map();
  #version = -1;
  readonly #unobserve: () => void;

  readonly #ports: CommandsPorts;

  constructor(ports: CommandsPorts) {
    this.#ports = ports;

    const { document } = ports;
    // The focus, an open dialog, another tab: what shows and has the keys decides which commands are in force.
    this.#unobserve = observe(document, ['state', 'attributes', 'childList'], () => {
      if (hasCommandWatchers(document)) notifyCommands(documentElementOf(document));
    });
  }

  stop(): void {
    this.#unobserve();
    this.#cancelTimer?.();
  }

  /** True where the document has commands at all. */
  get exist(): boolean {
    return hasCommands(this.#ports.document);
  }

  /** What was pressed of a chord; undefined for none. */
  get pending(): Chord | undefined {
    return this.#pending?.chord;
  }

  /** A press of the pointer, a paste: what was pressed of a chord does not count. */
  cancel(): void {
    this.#setPending(undefined);
  }

  /** The next key of a chord. @returns true where it was taken for that */
  next(action: KeyAction, target: TuiElement): boolean {
    const pending = this.#pending;
    if (pending === undefined || isModifierKey(action.key)) return false;
    this.#setPending(undefined);
    if (pending.target !== target) return false;
    if (action.key === 'Escape') return true;
    const strokes = [...pending.strokes, strokeOf(action)];
    if (this.#press(strokes, target, this.#scopesFrom(target))) return true;
    // As if its time were over; the key is another one then.
    if (pending.exact === undefined) return true;
    this.#run(pending.exact);
    return false;
  }

  /** Commands that come before the keys of a text field. */
  whileTyping(action: KeyAction, target: TuiElement): boolean {
    if (!this.exist) return false;
    return this.#press([strokeOf(action)], target, this.#scopesFrom(target), isWhileTyping);
  }

  /** What a key is to the focused element; with `edit`, no other command gets it. */
  useOf(action: KeyAction, target: TuiElement): 'edit' | 'find' | undefined {
    return this.exist ? target[KEY_USE]?.(action) : undefined;
  }

  /** Commands of all scopes. */
  key(action: KeyAction, target: TuiElement): boolean {
    return this.exist && this.#press([strokeOf(action)], target, this.#scopesFrom(target));
  }

  /**
   * Commands of one element around the target, in the walk from the inside out; at the root, those that are in force
   * wherever the focus is.
   */
  at(element: TuiElement, action: KeyAction, target: TuiElement): boolean {
    if (!this.exist) return false;
    const path = this.#pathFrom(target);
    const strokes = [strokeOf(action)];
    if (element !== path.at(-1)) {
      // Beyond a modal element nothing is in force.
      if (!path.includes(element)) return false;
      return this.#press(strokes, target, [this.#scopeOf(element)]);
    }
    return this.#press(strokes, target, this.#outerScopes(path, target));
  }

  /** The elements of the commands that keys reach now, innermost scope first, in document order in each. */
  *inForce(): Generator<TuiElement> {
    for (const { elements } of this.#scopesNow()) yield* elements;
  }

  /** The same, each with those of its keys that reach it. */
  *withKeys(): Generator<{ readonly element: TuiElement; readonly keys: readonly Chord[] }> {
    const scopes = this.#scopesNow();
    const owners = new Owners(scopes);
    for (const { elements } of scopes) {
      for (const element of elements) yield { element, keys: owners.keysOf(element) };
    }
  }

  /** The same, with the keys of those that are looked at: of thousands of commands few show. */
  reach(): Reach {
    const scopes = this.#scopesNow();
    return {
      elements: scopes.flatMap(({ elements }) => elements),
      // What can be run may change in between.
      keysOf: (element) => new Owners(scopes).keysOf(element),
    };
  }

  #scopesNow(): readonly Scope[] {
    return this.exist ? this.#scopesFrom(this.target) : [];
  }

  get glyphs(): GlyphLevel {
    return this.#ports.glyphs();
  }

  /** How chords show. */
  format(chord: Chord): string {
    return formatChord(chord, this.#ports.glyphs());
  }

  run(element: TuiElement): void {
    if (isConnected(element)) this.#run(element);
  }

  /** When it was run last, in numbers that grow; 0 for never. */
  lastUse(element: TuiElement): number {
    return this.#runs === 0 ? 0 : (this.#used.get(element) ?? 0);
  }

  #run(element: TuiElement): void {
    this.#used.set(element, ++this.#runs);
    // An error of a listener has been reported where it was thrown.
    void runCommand(element);
    this.#ports.acted();
  }

  /** Where keys go. */
  get target(): TuiElement {
    const { document } = this.#ports;
    const active = activeElementOf(document);
    const modal = modalOf(document);
    return modal !== undefined && !isInside(active, modal) ? modal : active;
  }

  /**
   * @param isMeant leaves out commands; default: none
   * @returns false where no command has such a key, nor a chord that begins so
   */
  #press(
    strokes: readonly string[],
    target: TuiElement,
    scopes: readonly Scope[],
    isMeant: (element: TuiElement) => boolean = () => true,
  ): boolean {
    for (const [index, scope] of scopes.entries()) {
      const entries = entriesOf(scope, strokes).filter(({ element }) => isMeant(element));
      if (entries.length === 0) continue;
      const found = exactOf(entries, strokes);
      const longer = entries.find(
        ({ chord, element }) => chord.length > strokes.length && canRun(element),
      );
      if (longer !== undefined) {
        const outer = scopes.slice(index + 1).flatMap((each) => entriesOf(each, strokes));
        const exact =
          found ??
          exactOf(
            outer.filter(({ element }) => isMeant(element)),
            strokes,
          );
        const chord = longer.chord.slice(0, strokes.length);
        this.#setPending({ strokes, chord, target, exact });
        return true;
      }
      if (found === undefined) continue;
      // A disabled or busy command keeps its key: a further one would have another effect.
      if (canRun(found)) this.#run(found);
      return true;
    }
    return false;
  }

  #setPending(pending: PendingChord | undefined): void {
    if (pending === this.#pending) return;
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#pending = pending;
    const { document } = this.#ports;
    if (hasCommandWatchers(document)) notifyCommands(documentElementOf(document));
    const exact = pending?.exact;
    if (exact === undefined) return;
    this.#cancelTimer = this.#ports.setTimer(() => {
      this.#setPending(undefined);
      this.run(exact);
    }, CHORD_TIME);
  }

  /** From the target outwards; to the modal element if one is open. */
  #pathFrom(target: TuiElement): TuiElement[] {
    const modal = modalOf(this.#ports.document);
    const path: TuiElement[] = [];
    for (let at: TuiElement | null = target; at !== null; at = parentElementOf(at)) {
      path.push(at);
      if (at === modal) break;
    }
    return path;
  }

  #scopesFrom(target: TuiElement): readonly Scope[] {
    const path = this.#pathFrom(target);
    const inner = path.slice(0, -1).map((element) => this.#scopeOf(element));
    return [...inner, ...this.#outerScopes(path, target)];
  }

  /** The scopes that the end of a path leads to: what shows beside it, then the end itself. */
  #outerScopes(path: readonly TuiElement[], target: TuiElement): readonly Scope[] {
    this.#index();
    const end = path.at(-1)!;
    const isModal = end === modalOf(this.#ports.document);
    const beside: Scope[] = [];
    const inside: Scope[] = [];
    // With nothing focused all that show are in force.
    const isUnfocused = target === end;
    for (const [element, scope] of this.#scopes) {
      if (element === end || path.includes(element)) continue;
      const hasOwn = element[HAS_OWN_COMMANDS];
      if (!hasOwn && !isUnfocused) continue;
      if (isModal && !isInside(element, end)) continue;
      if (isInert(element)) continue;
      this.#ports.flush();
      if (isShown(element)) (hasOwn ? beside : inside).push(scope);
    }
    return [...beside.reverse(), this.#scopeOf(end), ...inside];
  }

  #scopeOf(element: TuiElement): Scope {
    this.#index();
    return this.#scopes.get(element) ?? NO_SCOPE;
  }

  #index(): void {
    const { document } = this.#ports;
    const version = commandsVersion(document);
    if (version === this.#version) return;
    this.#version = version;
    const scopes = new Map<TuiElement, GrowingScope>();
    for (const element of commandsOf(document)) {
      const around = parentElementOf(element);
      if (around === null) continue;
      const scope: GrowingScope = scopes.get(around) ?? {
        elements: [],
        entries: new Map(),
        exact: new Map(),
      };
      scope.elements.push(element);
      for (const chord of keysOf(element)) {
        addEntry(scope.entries, chord[0]?.id ?? '', { element, chord });
        addEntry(scope.exact, nameOf(chord), { element, chord });
      }
      scopes.set(around, scope);
    }
    this.#scopes = scopes;
  }
}

interface GrowingScope {
  readonly elements: TuiElement[];
  readonly entries: Map<string, Entry[]>;
  readonly exact: Map<string, Entry[]>;
}

function addEntry(entries: Map<string, Entry[]>, name: string, entry: Entry): void {
  const others = entries.get(name);
  if (others === undefined) entries.set(name, [entry]);
  else others.splice(placeOf(entry.element, others), 0, entry);
}

function nameOf(chord: Chord): string {
  return chord.map(({ id }) => id).join('\n');
}

/** What the user has chosen comes before the keys of the app. */
function placeOf(element: TuiElement, entries: readonly Entry[]): number {
  if (userKeysOf(element) === undefined) return entries.length;
  const place = entries.findIndex((entry) => userKeysOf(entry.element) === undefined);
  return place < 0 ? entries.length : place;
}

/** The commands that chords are keys of, for as long as nothing changes: thousands of commands may have one key. */
class Owners {
  readonly #known = new Map<string, TuiElement | undefined>();
  readonly #scopes: readonly Scope[];

  /** @param scopes from the inside out */
  constructor(scopes: readonly Scope[]) {
    this.#scopes = scopes;
  }

  /** Those keys of a command that no command further in has. */
  keysOf(element: TuiElement): readonly Chord[] {
    return keysOf(element).filter((chord) => this.#ownerOf(nameOf(chord)) === element);
  }

  #ownerOf(name: string): TuiElement | undefined {
    if (!this.#known.has(name)) this.#known.set(name, this.#find(name));
    return this.#known.get(name);
  }

  #find(name: string): TuiElement | undefined {
    for (const { exact } of this.#scopes) {
      const entries = exact.get(name) ?? NO_ENTRIES;
      if (entries.length > 0) return firstOf(entries);
    }
    return undefined;
  }
}

/** One that can be run, else the first. */
function firstOf(entries: readonly Entry[]): TuiElement | undefined {
  return (entries.find(({ element }) => canRun(element)) ?? entries[0])?.element;
}

function isWhileTyping(element: TuiElement): boolean {
  return element[COMMAND]?.isWhileTyping === true;
}

/** Commands whose chords begin with strokes. */
function entriesOf({ entries }: Scope, strokes: readonly string[]): readonly Entry[] {
  const found = entries.get(strokes[0] ?? '') ?? NO_ENTRIES;
  return found.filter(({ chord }) => startsWith(chord, strokes));
}

/** The command that strokes are the key of. */
function exactOf(entries: readonly Entry[], strokes: readonly string[]): TuiElement | undefined {
  return firstOf(entries.filter(({ chord }) => chord.length === strokes.length));
}

function startsWith(chord: Chord, strokes: readonly string[]): boolean {
  return strokes.every((id, index) => chord[index]?.id === id);
}
