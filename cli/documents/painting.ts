/** Paints one frame of a document without a terminal, for pipes and `tui snapshot`. */
import type { Config } from '../../config/index.js';
import {
  DiagnosticError,
  printableJson,
  type Diagnostic,
  type Source,
} from '../../runtime/base/diagnostics.js';
import type { PageData } from '../../runtime/page/page-data.js';
import type { Logger } from '../../runtime/script/logger.js';
import { late } from '../../runtime/base/late.js';
import { textOfLine } from '../../runtime/terminal/inline/printed.js';
import { Screen } from '../../runtime/screen/screen.js';
import type { GlyphLevel } from '../../runtime/base/text/glyph-levels.js';
import { configuredTheme } from '../../runtime/app/read-theme-file.js';
import { EXIT } from '../command-line/exit-codes.js';
import { createApp } from '../create-app.js';
import type { App, AppOptions } from '../library.js';
import type { PictureFormat, PictureStep } from '../sandbox/channel/task.js';
import { ACCESSIBLE_TEXT } from '../../runtime/element/internals.js';

const following = late(() => require('./following.js') as typeof import('./following.js'));
const keys = late(
  () =>
    require('../../runtime/testing/input-bytes.js') as typeof import('../../runtime/testing/input-bytes.js'),
);
const accessible = late(
  () =>
    require('../../runtime/element/accessibility/accessible-tree.js') as typeof import('../../runtime/element/accessibility/accessible-tree.js'),
);
const screenFile = late(
  () =>
    require('../../runtime/screen/screen-file.js') as typeof import('../../runtime/screen/screen-file.js'),
);
const pages = late(
  () => require('../../runtime/screen/page.js') as typeof import('../../runtime/screen/page.js'),
);

export interface PaintOptions extends Pick<
  AppOptions,
  | 'compiler'
  | 'permissions'
  | 'access'
  | 'readTheme'
  | 'readParts'
  | 'readMessages'
  | 'readBlueNoise'
  | 'onResult'
  | 'stdin'
> {
  readonly config: Config;
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly logger?: Logger | undefined;
  /** The app is made, and not loaded. */
  readonly onApp?: ((app: App) => void) | undefined;
  /** In cells. */
  readonly width: number;
  readonly height: number;
  /** Default theme where neither a flag nor another setting names one. */
  readonly theme: string;
  /** What is done before the picture, in order. */
  readonly steps?: readonly PictureStep[] | undefined;
  /** Milliseconds after which a text that has not come does not come; default 10 seconds. */
  readonly limit?: number | undefined;
  /**
   * Where an inline app is run to its end, and each of its lines is written; default: one frame of it is painted, as of any
   * other app.
   */
  readonly follow?: ((line: string) => void) | undefined;
  /** The reader's capabilities, unless a setting overrides them; default: all. */
  readonly glyphs?: GlyphLevel | undefined;
}

export interface Painting {
  readonly screen: Screen;
  readonly scheme: 'light' | 'dark';
  readonly title: string;
  /** The document as it is read aloud. */
  readonly reading: string;
  /** The data of a page for browsers, made when it is requested. */
  readonly page: () => PageData;
  /** What a model reads of it. */
  readonly shown: () => object;
  /** Warnings, and what scripts have reported. */
  readonly diagnostics: readonly Diagnostic[];
  /** The app was run to its end: its lines are written. */
  readonly isFollowed: boolean;
  /** What the app has printed, as plain text; empty if nothing. */
  readonly printed: string;
  /** Where the scripts ended the app while they were loading. */
  readonly exitCode: number | undefined;
}

/** Runs the scripts, the ready scripts too, and paints. Throws a DiagnosticError as `createApp` and `load` do. */
export async function paint(
  source: Source,
  {
    config,
    argv,
    env,
    width,
    height,
    theme,
    glyphs,
    steps = [],
    limit = LIMIT,
    follow,
    onApp,
    ...host
  }: PaintOptions,
): Promise<Painting> {
  const follower = follow === undefined ? undefined : new (following().Follower)(follow);
  const app = createThemed(config, source.text, {
    file: source.file,
    onFrameRequest: () => follower?.onFrameRequest(),
    onExit: () => follower?.onExit(),
    ...host,
    config,
    argv,
    env,
    width,
    height,
    theme: themeOf(config) ?? theme,
    glyphs: config.terminalGlyphs === 'auto' ? glyphs : config.terminalGlyphs,
    // Figures differ from call to call: a picture has them where this call requests them.
    showStats: config.performanceShowStats && config.getSource('performance.showStats') === 'cli',
    // Keys are pressed: they may answer.
    isAttended: steps.some(({ type }) => type === 'press'),
  });
  try {
    onApp?.(app);
    await app.loadUntilAsked();
    app.frame();
    const isFollowed = follower !== undefined && app.isInline;
    // The ready scripts are what there is to follow.
    const followed = isFollowed ? follower.follow(app) : undefined;
    const isAsking = app.question !== undefined;
    if (app.exitCode === undefined && !isAsking) await app.ready();
    await followed;
    // What the ready scripts wait for without awaiting it (a promise that is done already) counts too.
    await settle(app);
    for (const step of steps) if (app.exitCode === undefined) await take(app, step, limit);
    if (isAsking && app.question === undefined) await finishStart(app);
    const screen = Screen.of(app.cells, app.theme, app.cursor);
    const { scheme } = app.theme;
    const { title } = app;
    const { documentElement } = app.document;
    return {
      screen,
      scheme,
      title,
      reading: documentElement[ACCESSIBLE_TEXT](),
      page: () => {
        const lang = documentElement.getAttribute('lang');
        // A page without a script: nothing in it can be operated.
        const twin = accessible().accessibleTree(documentElement, false);
        return pages().pageDataOf(screen, { scheme, title, lang, twin });
      },
      shown: () => ({ title, items: app.accessibleItems(true) }),
      diagnostics: app.diagnostics,
      isFollowed,
      printed: app.printed.map(textOfLine).join('\n'),
      exitCode: app.exitCode,
    };
  } finally {
    app.stop();
  }
}

/** A script that has asked the user has its answer. */
async function finishStart(app: App): Promise<void> {
  await app.loadUntilAsked();
  if (app.exitCode === undefined) await app.ready();
  await settle(app);
}

/** Frames after which a screen that changes by itself is taken as it is. */
const MAX_FRAMES = 20;
/** Milliseconds between two looks at the screen. */
const INTERVAL = 20;
const LIMIT = 10_000;

export async function settle(app: App): Promise<void> {
  for (let frames = 0; frames < MAX_FRAMES; frames++) {
    await new Promise((resolve) => setImmediate(resolve));
    await app.loaded();
    if (app.frame().skipped) break;
  }
}

async function take(app: App, step: PictureStep, limit: number): Promise<void> {
  if (step.type === 'press') {
    for (const key of step.keys) {
      app.input(keys().keyBytes(key));
      await settle(app);
    }
    return;
  }
  const isShown = (): boolean =>
    step.type === 'until' && Screen.of(app.cells, app.theme).text().includes(step.text);
  const end = performance.now() + (step.type === 'wait' ? step.ms : limit);
  while (app.exitCode === undefined && !isShown()) {
    const rest = end - performance.now();
    if (rest <= 0 && step.type === 'until') throw createTimeoutError(app, step.text, limit);
    if (rest <= 0) break;
    await new Promise((resolve) => setTimeout(resolve, Math.min(INTERVAL, rest)));
    await settle(app);
  }
}

function createTimeoutError(app: App, text: string, limit: number): DiagnosticError {
  const screen = Screen.of(app.cells, app.theme).text();
  return new DiagnosticError([
    ...app.diagnostics,
    {
      severity: 'error',
      code: 'script-error',
      message: `--until: the screen has not shown ${JSON.stringify(text)} within ${limit / 1000} seconds`,
      suggestion:
        screen === '' ? 'it is empty' : `it shows ${JSON.stringify(screen.slice(0, 200))}`,
    },
  ]);
}

const RENDER: Readonly<Record<PictureFormat, (painting: Painting) => string>> = {
  text: ({ screen }) => screen.text(),
  accessible: ({ reading }) => reading,
  ansi: ({ screen }) => screen.toAnsi(),
  svg: ({ screen, scheme, title }) =>
    screen.toSvg({ scheme, title: title === '' ? undefined : title }),
  page: ({ page }) => JSON.stringify(page()),
  shown: ({ shown }) => JSON.stringify(shown()),
  screen: ({ screen }) => screenFile().formatScreen(screen),
  json: ({ screen }) => printableJson(screen.toJson()),
};

export function renderAs(format: PictureFormat, painting: Painting): string {
  return RENDER[format](painting);
}

/** @throws DiagnosticError, for a theme's file with the place where it was chosen */
export function createThemed(
  config: Config,
  text: string,
  options: Parameters<typeof createApp>[1],
): App {
  try {
    return createApp(text, options);
  } catch (error) {
    const file = themeOf(config);
    if (!(error instanceof DiagnosticError) || file === undefined) throw error;
    const place = config.getOrigin('theme')?.place ?? 'a setting';
    const isOfTheme = (each: Diagnostic): boolean => each.source?.file === file;
    throw new DiagnosticError(
      error.diagnostics.map((each) =>
        isOfTheme(each)
          ? { ...each, message: `${each.message} (the theme is set by ${place})` }
          : each,
      ),
    );
  }
}

/** The requested theme; undefined for a default. */
export function themeOf(config: Config): string | undefined {
  const source = config.getSource('theme');
  if (source === undefined || source === 'default' || config.theme === 'auto') return undefined;
  return configuredTheme(config);
}

/** 1 where a script failed, else 0, or what the app itself ended with. */
export function exitCodeOf({ diagnostics, exitCode }: Painting): number {
  if (exitCode !== undefined) return exitCode;
  const failed = diagnostics.some(
    ({ severity, code }) => severity === 'error' && code.startsWith('script-'),
  );
  return failed ? EXIT.failed : EXIT.done;
}
