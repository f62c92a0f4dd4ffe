/** Parts of an app that its options decide on. */
import type { AppOptions } from './app-options.js';
import type { ClipboardPort } from './interaction.js';
import { DocumentMessages } from '../messages/document-messages.js';
import { readMessagesFile } from '../messages/messages-folder.js';
import { late } from '../base/late.js';
import type { Persistence, PersistenceOptions } from '../persistence/persistence.js';
import { timersOf, type Clock } from '../script/clock.js';
import { StyleEngine, type StyleEngineOptions } from '../style/engine.js';
import { PROPS } from '../element/internals.js';
import { documentElementOf } from '../element/tree.js';
import type { TuiDocument } from '../element/tui-element.js';
import { detectCapabilities, pixelMode, type Capabilities } from '../terminal/capabilities.js';
import { Clipboard } from '../terminal/clipboard.js';
import type { Display, DisplaySettings } from '../terminal/display.js';
import { FALLBACK_SIZE, plausibleSize } from '../terminal/output.js';
import { PaintedDisplay } from '../terminal/painted-display.js';
import type { GlyphLevel } from '../base/text/glyph-levels.js';

const MESSAGES = 'i18n.messagesDir';
const AI_READER = 'ai.reader';

const terminal = late(
  () =>
    require('../terminal/terminal-display.js') as typeof import('../terminal/terminal-display.js'),
);
const persistence = late(
  () => require('../persistence/persistence.js') as typeof import('../persistence/persistence.js'),
);

type SetTimer = (callback: () => void, ms: number) => () => void;

/** Inline the terminal's own selection is the rule: the mouse is the app's only where it was requested. */
export function displaySettings({ mouse, config }: AppOptions, isInline: boolean): DisplaySettings {
  const isSet = config !== undefined && config.getSource('terminal.mouse') !== 'default';
  const configured = isInline && !isSet ? false : config?.terminalMouse;
  return {
    altScreen: config?.terminalAlternateScreen ?? true,
    mouse: mouse ?? configured ?? !isInline,
    sync: config?.terminalSyncRendering ?? true,
  };
}

/**
 * Whether an app starts inline: by the caller, the user's setting for terminals, and the document. A picture is as the document
 * has it.
 */
export function startsInline(
  { inline, config, output, display }: AppOptions,
  document: TuiDocument,
): boolean {
  if (inline !== undefined) return inline;
  const root = documentElementOf(document);
  const isPicture = output === undefined && display === undefined;
  const setting = isPicture ? undefined : config?.terminalInline;
  return setting ?? (root !== null && root[PROPS]['inline'] === true);
}

export function copiesOnSelect({ copyOnSelect, config }: AppOptions): boolean {
  return copyOnSelect ?? config?.terminalCopyOnSelect ?? true;
}

export function showsStats({ showStats, config }: AppOptions): boolean {
  return showStats ?? config?.performanceShowStats ?? false;
}

/** The way to the clipboard that is open now. */
export function clipboardOf(options: AppOptions, { sendCopy: send }: Display): ClipboardPort {
  const { clipboard, env = process.env, writeClipboard } = options;
  return clipboard ?? new Clipboard({ env, send, writeLocal: writeClipboard });
}

/** The terminal of this process; without one, frames are only painted, unless its capabilities are passed. */
export function createDisplay(options: AppOptions, setTimer: SetTimer, isInline = false): Display {
  const { output, input, capabilities, env = process.env, config } = options;
  const create = (): Display =>
    new (terminal().TerminalDisplay)({
      output,
      input,
      capabilities,
      env,
      setTimer,
      pixels: pixelMode(config?.renderGfxMode),
      settings: displaySettings(options, isInline),
    });
  return output === undefined && input === undefined && capabilities === undefined
    ? new PaintedDisplay(detectCapabilities(env, false), create)
    : create();
}

export function createStyle(
  document: TuiDocument,
  { config }: AppOptions,
  parts: Pick<StyleEngineOptions, 'table' | 'theme' | 'size' | 'displayMode'>,
): StyleEngine {
  return new StyleEngine({
    ...parts,
    document,
    reducesMotion: config?.renderReducedMotion === true,
    isForAi: config?.getValue(AI_READER) === true,
  });
}

export function createMessages(
  document: TuiDocument,
  { config, env = process.env, readMessages }: AppOptions,
  onChange: () => void,
): DocumentMessages {
  return new DocumentMessages({
    document,
    env,
    onChange,
    locale: config?.i18nLocale,
    defaultLocale: config?.i18nDefaultLocale,
    read: (locale) => {
      if (readMessages !== undefined) return readMessages(locale);
      const folder = config?.getPath(MESSAGES);
      return folder === undefined || folder === '' ? undefined : readMessagesFile(folder, locale);
    },
  });
}

/**
 * Undefined where nothing is kept between runs.
 *
 * @param before of the app whose place is taken: what the file had when that started may be old by now
 */
export function createPersistence(
  { state, config }: AppOptions,
  clock: Clock,
  {
    before,
    ...parts
  }: Pick<PersistenceOptions, 'document' | 'states'> & { before: Persistence | undefined },
): Persistence | undefined {
  if (state === undefined || config?.persist !== true) return undefined;
  const own = before === undefined ? state.saved.own : Object.fromEntries(before.own);
  const port = { ...state, saved: { ...state.saved, own } };
  const { Persistence } = persistence();
  return new Persistence({ ...parts, port, ...timersOf(clock) });
}

/** Why no user can answer a question of a script; undefined where one can. */
export function whyUnattended({
  isAttended,
  display,
  input,
  config,
  onSubmit,
}: AppOptions): string | undefined {
  if (config?.getValue(AI_READER) === true) return 'an agent drives the app';
  if (isAttended ?? (display !== undefined || input !== undefined)) return undefined;
  return onSubmit === undefined
    ? 'the app has no terminal'
    : 'the app has no terminal, and answers fill the fields of its form only';
}

/** In cells. */
export function sizeOf({
  width,
  height,
  output,
}: Pick<AppOptions, 'width' | 'height' | 'output'>): {
  width: number;
  height: number;
} {
  const size = plausibleSize(
    output?.columns ?? FALLBACK_SIZE.width,
    output?.rows ?? FALLBACK_SIZE.height,
  );
  return { width: side(width, size.width), height: side(height, size.height) };
}

/** A side in whole cells; 0 is a size, too. */
function side(requested: number | undefined, fallback: number): number {
  return requested !== undefined && Number.isFinite(requested)
    ? Math.max(0, Math.floor(requested))
    : fallback;
}

/** The glyphs to use; all of them by default for an app that is only painted, for a picture or a test. */
export function glyphLevelOf(
  { glyphs, config, output }: AppOptions,
  known: Capabilities,
): GlyphLevel {
  const requested = glyphs ?? config?.terminalGlyphs ?? 'auto';
  if (requested !== 'auto') return requested;
  return output === undefined ? 'unicode' : known.glyphs;
}
