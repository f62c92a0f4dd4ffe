/** Ctrl+P: opens the palette of an app that has commands. What it shows is loaded with the first one. */
import { late } from '../../base/late.js';
import { hasCommands } from '../../element/commands/commands.js';
import { PROPS } from '../../element/internals.js';
import { documentElementOf } from '../../element/tree.js';
import type { TuiDocument } from '../../element/tui-element.js';
import { strokeOf } from '../../base/keys/strokes.js';
import type { CommandKeys } from './command-keys.js';
import type { KeyAction } from '../events.js';
import type { Palette } from './palette.js';

const palette = late(() => require('./palette.js') as typeof import('./palette.js'));

const KEY = 'ctrl+p';
/** What it is made of: a registry may lack them. */
const PARTS = ['dialog', 'input', 'table'] as const;

/** True where the app has commands, and its root does not refuse the palette. */
export function hasPalette(document: TuiDocument): boolean {
  const { registry } = document;
  return (
    hasCommands(document) &&
    documentElementOf(document)[PROPS]['palette'] !== false &&
    PARTS.every((tag) => registry.has(tag))
  );
}

export class PaletteKey {
  #palette: Palette | undefined;

  readonly #document: TuiDocument;
  readonly #commands: CommandKeys;

  constructor(document: TuiDocument, commands: CommandKeys) {
    this.#document = document;
    this.#commands = commands;
  }

  /** A key that no element has taken. @returns false for keys that are not the palette's, and where there is none */
  key(action: KeyAction): boolean {
    const open = this.#palette;
    if (open !== undefined && open.isOpen) return open.key(action);
    if (strokeOf(action) !== KEY || !hasPalette(this.#document)) return false;
    this.#palette = new (palette().Palette)(this.#document, this.#commands);
    return true;
  }
}
