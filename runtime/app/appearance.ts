/** The appearance of a running app: its theme, and images in pixels, as far as the terminal can show them. */
import { DiagnosticError, type Diagnostic } from '../base/diagnostics.js';
import { hostOf } from '../element/query.js';
import { documentElementOf } from '../element/tree.js';
import type { TuiDocument } from '../element/tui-element.js';
import type { ScreenColors } from '../paint/compositor.js';
import type { StyleEngine } from '../style/engine.js';
import type { Theme } from '../style/themes/themes.js';
import { protocolFor, type Capabilities } from '../terminal/capabilities.js';
import type { Display } from '../terminal/display.js';
import { NumberedImages } from '../terminal/images/numbered-images.js';
import type { Frame } from './frame.js';
import type { Resources } from './resources.js';
import type { ThemeChoice } from './theme-choice.js';

export interface AppearanceParts {
  readonly document: TuiDocument;
  readonly display: Display;
  readonly style: StyleEngine;
  readonly frame: Frame;
  readonly resources: Resources;
  readonly themes: ThemeChoice;
  /** The theme and the capabilities that the parts were made with. */
  readonly theme: Theme;
  readonly capabilities: Capabilities;
}

export class Appearance {
  #theme: Theme;
  #capabilities: Capabilities;
  /** Images that the terminal keeps for the app, once it has reported that it can. */
  #images: NumberedImages | undefined;

  readonly #parts: AppearanceParts;

  constructor(parts: AppearanceParts) {
    this.#parts = parts;

    this.#theme = parts.theme;
    this.#capabilities = parts.capabilities;
    this.#learnPixels();
  }

  get theme(): Theme {
    return this.#theme;
  }

  /** Warnings about the theme file. */
  get warnings(): readonly Diagnostic[] {
    return this.#parts.themes.warnings;
  }

  /** The terminal's replies. True where the app looks different from now on. */
  learn(capabilities: Capabilities): boolean {
    const known = this.#capabilities;
    this.#capabilities = capabilities;
    this.#learnPixels();
    if (capabilities.depth === known.depth && capabilities.dark === known.dark) return false;
    const theme = this.#parts.themes.follow(capabilities);
    if (theme === undefined) return false;
    this.#setTheme(theme);
    return true;
  }

  /** A theme that cannot be had leaves the one that is shown. */
  choose(requested: string): void {
    const { document, themes } = this.#parts;
    try {
      this.#setTheme(themes.choose(requested, this.#capabilities));
    } catch (error) {
      const root = documentElementOf(document);
      if (!(error instanceof DiagnosticError) || root === null) throw error;
      hostOf(document).reportError(error, root);
    }
  }

  #setTheme(theme: Theme): void {
    if (theme === this.#theme) return;
    const { document, display, style, frame } = this.#parts;
    this.#theme = theme;
    style.setTheme(theme);
    hostOf(document).notifyMediaChange();
    configureColors(display, theme);
    frame.setColors(colorsOf(theme));
  }

  /** The terminal's replies about its pixels. */
  #learnPixels(): void {
    const { display, resources } = this.#parts;
    const { cell, images, graphics, hasPlaceholders } = this.#capabilities;
    const sink = display.images;
    if (sink !== undefined && images !== undefined) {
      this.#images ??= new NumberedImages(sink, images, (mode) =>
        protocolFor(this.#capabilities, mode),
      );
    }
    const facts = JSON.stringify([cell, graphics, hasPlaceholders, this.#images === undefined]);
    resources.learn(cell, this.#images, facts);
  }
}

export function colorsOf({ depth, scheme, grays }: Theme): ScreenColors {
  return { depth, scheme, isGray: grays !== undefined };
}

export function configureColors(display: Display, { depth, grays, scheme }: Theme): void {
  display.client?.configure({ depth, grays, scheme });
}
