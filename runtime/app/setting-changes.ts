/** Settings of a running app that a script, the user's file or developer tools change. */
import type { Diagnostic } from '../base/diagnostics.js';
import { hostOf } from '../element/query.js';
import { documentElementOf } from '../element/tree.js';
import type { TuiDocument } from '../element/tui-element.js';
import type { DocumentMessages } from '../messages/document-messages.js';
import type { StatisticsPorts } from '../paint/frame-statistics.js';
import type { StyleEngine } from '../style/engine.js';
import type { Display } from '../terminal/display.js';
import type { AppOptions } from './app-options.js';
import { copiesOnSelect, displaySettings, showsStats, startsInline } from './app-parts.js';
import type { Appearance } from './appearance.js';
import type { Frame } from './frame.js';
import type { Interaction } from './interaction.js';
import type { Resources } from './resources.js';
import { configuredTheme } from './read-theme-file.js';
import { applyUserKeys, checkUserKeys, USER_KEYS, type UserKeysParts } from './user-keys.js';

/** Settings that are read once: when the terminal is taken over, and when the app is made. */
const ALT_SCREEN = 'terminal.alternateScreen';
const INLINE = 'terminal.inline';
const GLYPHS = 'terminal.glyphs';
const LOCALE = 'i18n.locale';
const REDUCED_MOTION = 'render.reducedMotion';
const BLUE_NOISE = 'dither.blueNoisePath';
const SHOW_STATS = 'performance.showStats';

export interface SettingParts {
  readonly options: Omit<AppOptions, 'predecessor'>;
  readonly document: TuiDocument;
  readonly display: Display;
  readonly style: StyleEngine;
  readonly frame: Frame;
  readonly interaction: Interaction;
  readonly messages: DocumentMessages;
  readonly resources: Resources;
  readonly appearance: Appearance;
  readonly timing: StatisticsPorts;
  /** Frames are rows below the shell's prompt. */
  isInline(): boolean;
  setInline(isInline: boolean): void;
  /** True while the app controls the terminal. */
  isLive(): boolean;
  requestFrame(): void;
}

export class SettingChanges {
  /** The diagnostics reported for changes. */
  readonly found: Diagnostic[] = [];
  /** False for snapshots: animations show their first frame. */
  #animates: boolean;
  /** Settings reported to take effect at the next start. */
  readonly #postponed = new Set<string>();
  /** Messages about the user's keys. */
  readonly #reported = new Set<string>();
  readonly #unwatch: (() => void) | undefined;

  readonly #parts: SettingParts;

  constructor(parts: SettingParts) {
    this.#parts = parts;

    const { options } = parts;
    this.#animates = options.animate === true;
    this.#applyMotion();
    applyUserKeys(this.#userKeys);
    this.#unwatch = options.config?.onChange((keys) => this.#apply(keys));
  }

  get #userKeys(): UserKeysParts {
    const { options, document } = this.#parts;
    return { document, file: options.file, config: options.config };
  }

  /**
   * Reports what the user's keys of commands do not fit. To be called when the app's own scripts have run.
   *
   * @param isChange the user has just changed them, and looks at the app
   */
  checkUserKeys(isChange = false): void {
    for (const diagnostic of checkUserKeys(this.#userKeys)) {
      if (this.#reported.has(diagnostic.message)) continue;
      this.#reported.add(diagnostic.message);
      hostOf(this.#parts.document).report(diagnostic);
      if (isChange) this.#parts.interaction.notify(diagnostic.message, { kind: 'warning' });
    }
  }

  set animates(animates: boolean) {
    this.#animates = animates;
    this.#applyMotion();
  }

  /** Reports the settings to a display that was made without them. */
  configureDisplay(): void {
    const { options, display } = this.#parts;
    display.reconfigure(displaySettings(options, this.#parts.isInline()));
  }

  stop(): void {
    this.#unwatch?.();
  }

  /** What a script changes in `$tui.config`, and what can change while the app runs. */
  #apply(keys: readonly string[]): void {
    const { options, frame, interaction, resources, appearance, timing } = this.#parts;
    const { config } = options;
    if (keys.includes('theme')) appearance.choose(configuredTheme(config));
    if (keys.includes(REDUCED_MOTION)) this.#applyReducedMotion();
    if (keys.includes(LOCALE)) this.#relocalize(config?.i18nLocale);
    if (keys.includes(USER_KEYS)) {
      applyUserKeys(this.#userKeys);
      this.checkUserKeys(true);
    }
    if (keys.includes(SHOW_STATS)) frame.showStatistics(showsStats(options) ? timing : undefined);
    interaction.copyOnSelect = copiesOnSelect(options);
    if (keys.includes(INLINE)) this.#parts.setInline(startsInline(options, this.#parts.document));
    this.configureDisplay();
    if (this.#parts.isLive() && keys.includes(ALT_SCREEN)) this.#postpone(ALT_SCREEN);
    if (keys.includes(GLYPHS)) this.#postpone(GLYPHS);
    if (keys.includes(BLUE_NOISE)) this.#postpone(BLUE_NOISE);
    if (keys.some((key) => /^(render|dither|markdown)\./.test(key))) resources.changed();
    this.#parts.requestFrame();
  }

  /** Reports, once for each, a setting that counts from the next start. */
  #postpone(key: string): void {
    if (this.#postponed.has(key)) return;
    this.#postponed.add(key);
    const message = `${key} was changed; restart the app to apply it`;
    this.found.push({ severity: 'warning', code: 'next-start', message });
    this.#parts.interaction.notify(message, { kind: 'warning' });
  }

  #applyMotion(): void {
    const { options, interaction } = this.#parts;
    interaction.timing.moves = this.#animates && options.config?.renderReducedMotion !== true;
  }

  #applyReducedMotion(): void {
    const { options, document, style, frame } = this.#parts;
    this.#applyMotion();
    style.setReducedMotion(options.config?.renderReducedMotion === true);
    hostOf(document).notifyMediaChange();
    frame.repaint();
  }

  /** A locale that is none leaves the one that is shown. */
  #relocalize(locale: string | undefined): void {
    const { document, messages } = this.#parts;
    try {
      if (locale !== undefined && locale !== '') messages.setLocale(locale);
    } catch (error) {
      hostOf(document).reportError(error, documentElementOf(document));
    }
  }
}
