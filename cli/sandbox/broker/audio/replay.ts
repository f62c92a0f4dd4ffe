/** Plays a recording, to debug a microphone (`audio.debug`). */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from '../../../../config/files/write-file.js';
import { findOnPath } from '../../policy/grants/commands.js';
import { statesFolder } from '../../policy/resolve.js';
import { readWav, type Wav } from './sound.js';
import { toolEnvironment } from './tools.js';

interface Player {
  readonly name: string;
  /** `samples` and `wav` are what it reads from stdin; `file` is a program that reads files alone. */
  readonly plays: 'samples' | 'wav' | 'file';
  args(format: Wav): readonly string[];
}

const PLAYERS: readonly Player[] = [
  {
    name: 'pw-play',
    plays: 'samples',
    args: ({ rate, channels }) => [
      '--raw',
      '--format=s16',
      `--rate=${rate}`,
      `--channels=${channels}`,
      '-',
    ],
  },
  {
    name: 'paplay',
    plays: 'samples',
    args: ({ rate, channels }) => [
      '--raw',
      '--format=s16le',
      `--rate=${rate}`,
      `--channels=${channels}`,
    ],
  },
  { name: 'aplay', plays: 'wav', args: () => ['-q', '-t', 'wav', '-'] },
  {
    name: 'ffplay',
    plays: 'wav',
    args: () => ['-nodisp', '-autoexit', '-loglevel', 'quiet', '-'],
  },
  { name: 'play', plays: 'wav', args: () => ['-q', '-t', 'wav', '-'] },
  { name: 'afplay', plays: 'file', args: () => [] },
];

/** For users, where no program has. */
export const NOT_PLAYED = `audio.debug: no program could play the recording (${PLAYERS.map(({ name }) => name).join(', ')})`;

export interface ReplayInputs {
  readonly env: NodeJS.ProcessEnv;
  /** Folders that the app cannot write. */
  readonly path: string;
  readonly signal: AbortSignal;
}

/** Plays a WAV file by the first program that does. @returns false where none has played it */
export async function replay(wav: Buffer, inputs: ReplayInputs): Promise<boolean> {
  const sound = readWav(wav);
  if (sound === undefined) return false;
  for (const player of PLAYERS) {
    const program = findOnPath(player.name, inputs.path)?.path;
    if (program === undefined) continue;
    const args = player.args(sound);
    const played =
      player.plays === 'file'
        ? await playFile(program, wav, inputs)
        : await play(program, args, player.plays === 'wav' ? wav : sound.samples, inputs);
    if (played || inputs.signal.aborted) return played;
  }
  return false;
}

/**
 * In a folder that no app reads or writes, for as long as it plays. In the folder of temporary files an app may have put
 * a link in the file's place, and this process would write where the app may not.
 */
async function playFile(program: string, wav: Buffer, inputs: ReplayInputs): Promise<boolean> {
  const folder = statesFolder(inputs.env, homedir());
  const file = join(folder, `replay-${randomUUID()}.wav`);
  try {
    makeFolder(folder);
    writeFileSync(file, wav, { mode: 0o600, flag: 'wx' });
  } catch {
    return false;
  }
  try {
    return await play(program, [file], Buffer.of(), inputs);
  } finally {
    rmSync(file, { force: true });
  }
}

async function play(
  program: string,
  args: readonly string[],
  input: Buffer,
  { env, path, signal }: ReplayInputs,
): Promise<boolean> {
  return await new Promise<boolean>((resolve) => {
    const child = spawn(program, args, {
      env: toolEnvironment(env, path),
      signal,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    child.on('error', () => resolve(false));
    child.on('close', (code) => resolve(code === 0));
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}
