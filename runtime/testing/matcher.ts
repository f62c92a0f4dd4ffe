/** `expect(app).toMatchScreen('name')` for jest: goldens as `.screen` files that a person reviews. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compareScreens } from '../screen/compare.js';
import {
  formatScreen,
  parseScreen,
  ScreenFileError,
  type ScreenFile,
} from '../screen/screen-file.js';
import { Screen } from '../screen/screen.js';

/** What `toMatchScreen` looks at: a mounted app, or a picture. */
interface Pictured {
  screen(): Screen;
  readonly inputs?: readonly string[];
  ownerAt?(x: number, y: number): string | undefined;
}

export interface MatcherOptions {
  /** The folder of a test file's goldens; default `__screens__` beside it. */
  readonly folder?: ((testPath: string) => string) | undefined;
  /** Default `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

/** The part of jest's matcher context that is used. */
interface MatcherContext {
  readonly testPath?: string | undefined;
  readonly isNot?: boolean | undefined;
  readonly snapshotState?: { readonly _updateSnapshot?: unknown } | undefined;
}

export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

export type ToMatchScreen = (
  this: MatcherContext,
  received: unknown,
  name: string,
) => MatcherResult;

/**
 * Creates the matcher. A golden file is written only on request, by `jest -u` or with `UPDATE_SCREENS=1`,
 * and never in CI. A missing golden file fails the test, with the picture in the message.
 */
export function createToMatchScreen(options: MatcherOptions = {}): ToMatchScreen {
  const env = options.env ?? process.env;
  const folderOf = options.folder ?? ((path: string) => join(dirname(path), '__screens__'));
  return function toMatchScreen(received, name) {
    if (this.isNot === true) {
      throw new Error('.not.toMatchScreen is not supported: any other screen would pass');
    }
    const { screen, inputs, ownerAt } = picturedOf(received);
    const path = join(folderOf(this.testPath ?? join(process.cwd(), 'test')), fileName(name));
    const old = readGolden(path);
    const input = inputs.join('  ');
    if (mayUpdate(env, this.snapshotState)) {
      const text = formatScreen(screen, {
        input,
        previous: old instanceof Error ? undefined : old?.file,
      });
      if (old instanceof Error || old?.text !== text) write(path, text);
      return { pass: true, message: () => '' };
    }
    if (old instanceof Error) return fail(`${path} cannot be read: ${old.message}`);
    if (old === undefined) {
      return fail(
        `there is no golden ${path} yet. The screen is:\n\n${formatScreen(screen, { input })}\n` +
          'If that is right, write it with UPDATE_SCREENS=1 or jest -u.',
      );
    }
    const difference = compareScreens(old.file, screen, { ownerAt });
    if (difference === undefined) return { pass: true, message: () => '' };
    return fail(`the screen differs from ${path}\n\n${difference}`);
  };
}

function fail(message: string): MatcherResult {
  return { pass: false, message: () => message };
}

function picturedOf(received: unknown): {
  screen: Screen;
  inputs: readonly string[];
  ownerAt: ((x: number, y: number) => string | undefined) | undefined;
} {
  if (received instanceof Screen) return { screen: received, inputs: [], ownerAt: undefined };
  const pictured = received as Partial<Pictured> | null | undefined;
  if (typeof pictured?.screen !== 'function') {
    throw new TypeError('toMatchScreen expects a mounted app or its screen()');
  }
  return {
    screen: pictured.screen(),
    inputs: pictured.inputs ?? [],
    ownerAt: pictured.ownerAt?.bind(pictured),
  };
}

/** `dialog/open` is `dialog/open.screen`; nothing leads out of the folder. */
function fileName(name: string): string {
  if (!/^[\w(][\w ()+,.=-]*(\/[\w(][\w ()+,.=-]*)*$/.test(name)) {
    throw new Error(
      `${JSON.stringify(name)} is not a name for a golden: letters, digits, blanks and -_.,+=() in parts divided by /`,
    );
  }
  return `${name}.screen`;
}

function readGolden(
  path: string,
): { readonly text: string; readonly file: ScreenFile } | ScreenFileError | undefined {
  let text;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return { text, file: parseScreen(text) };
  } catch (error) {
    if (error instanceof ScreenFileError) return error;
    throw error;
  }
}

function mayUpdate(
  env: Readonly<Record<string, string | undefined>>,
  state: MatcherContext['snapshotState'],
): boolean {
  if (isSet(env['CI'])) return false;
  return isSet(env['UPDATE_SCREENS']) || state?._updateSnapshot === 'all';
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && !['', '0', 'false', 'no', 'off'].includes(value.toLowerCase());
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  process.stderr.write(`wrote ${path}\n`);
}
