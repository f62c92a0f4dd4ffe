/** Plays a recording, to debug a microphone (`audio.debug`). */
import { spawn } from 'node:child_process';
import { findOnPath } from '../../policy/grants/commands.js';
import { toolEnvironment } from './tools.js';

/** Each plays a WAV file from its stdin. */
const PLAYERS = [
  ['paplay', '--raw', '--format=s16le', '--rate=16000', '--channels=1'],
  ['aplay', '-q', '-t', 'wav', '-'],
  ['ffplay', '-nodisp', '-autoexit', '-loglevel', 'quiet', '-'],
  ['play', '-q', '-t', 'wav', '-'],
] as const;

/** Resolves when it has been played, or cannot be. @param path folders that the app cannot write */
export async function replay(
  wav: Buffer,
  { env, path, signal }: { env: NodeJS.ProcessEnv; path: string; signal: AbortSignal },
): Promise<void> {
  for (const [name, ...args] of PLAYERS) {
    const program = findOnPath(name, path);
    if (program === undefined) continue;
    await new Promise<void>((resolve) => {
      const stdio = ['pipe', 'ignore', 'ignore'] as const;
      const child = spawn(program.path, args, {
        env: toolEnvironment(env, path),
        stdio: [...stdio],
        signal,
      });
      child.on('error', () => resolve());
      child.on('close', () => resolve());
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(wav);
    });
    return;
  }
}
