/** What the attacks share. Runs inside of the app. */
import { readFileSync, writeSync } from 'node:fs';

export interface Place {
  readonly root: string;
  readonly app: string;
  readonly cache: string;
  readonly outside: string;
  readonly tier: string;
  readonly canary: string;
  readonly [name: string]: unknown;
}

export const place = JSON.parse(
  readFileSync(new URL('./place.json', import.meta.url), 'utf8'),
) as Place;

const outcomes: Record<string, { won: boolean; detail: string }> = {};

/** Milliseconds that one attack may take, and what is to work beside them. */
const PATIENCE = 2500;
const SANE_PATIENCE = 30_000;

/**
 * Runs an attack. It has won where it comes back with something: what it has read, or a word for what it
 * has done. Throwing, and coming back with false, undefined or '', is to have lost.
 */
export async function attack(
  name: string,
  run: () => unknown,
  patience: number = name.startsWith('SANE') ? SANE_PATIENCE : PATIENCE,
): Promise<void> {
  // Only what follows the attacks is of interest.
  if (place['isBrief'] === true) return;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('nothing came of it')), patience);
  });
  try {
    const got = await Promise.race([(async () => await run())(), late]);
    const won = got !== undefined && got !== false && got !== '' && got !== null;
    outcomes[name] = { won, detail: String(got).slice(0, 200) };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    outcomes[name] = { won: false, detail: `${code ?? ''} ${message}`.slice(0, 200) };
  } finally {
    clearTimeout(timer);
  }
}

/** The text where it holds the canary. */
export function leaked(text: unknown): string | undefined {
  const found =
    text instanceof Uint8Array ? Buffer.from(text).toString('latin1') : String(text ?? '');
  return found.includes(place.canary) ? 'read the canary' : undefined;
}

/** Tells what came of it, and ends the app whatever still runs in it. */
export function done(): void {
  const bytes = Buffer.from(`\nOUTCOMES ${JSON.stringify(outcomes)}\n`);
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(1, bytes, at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
  }
  process.exit(0);
}

export const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));
