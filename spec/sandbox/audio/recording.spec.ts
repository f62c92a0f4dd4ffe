/** Recording: by mock programs, and by PulseAudio, which is played speech. @ci */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { AudioService } from '../../../cli/sandbox/broker/audio/service.js';
import {
  amplify,
  SAMPLE_RATE,
  SilenceDetector,
  wavOf,
} from '../../../cli/sandbox/broker/audio/sound.js';
import { AUDIO_FRAME } from '../../../cli/sandbox/channel/payloads.js';
import { readStreamFrames } from '../../../cli/sandbox/channel/stream-frames.js';
import { voiceOf } from '../../../cli/sandbox/launch/terminal/app-voice.js';
import { readPermissionFlags } from '../../../cli/sandbox/policy/flags.js';
import { loadPermissions } from '../../../cli/sandbox/policy/load.js';
import type { Permissions } from '../../../cli/sandbox/policy/types.js';
import { describeWithSound, envelope, likeness, Pulse } from '../../support/pulse.js';
import { until } from '../../support/until.js';

let folder = '';
let shown: boolean[] = [];
let isSeen = true;
let service: AudioService | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tui-audio-'));
  mkdirSync(join(folder, 'bin'));
  shown = [];
  isSeen = true;
});
afterEach(() => {
  service?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A program that writes samples by itself: `loud(seconds)` and `quiet(seconds)` in Node, at the pace of sound. */
function standIn(name: string, code: string): void {
  const program = `#!${process.execPath}
    require('node:fs').writeFileSync(${JSON.stringify(join(folder, `${name}.json`))}, JSON.stringify({ args: process.argv.slice(2), env: process.env, pid: process.pid }));
    const write = (seconds, height) => {
      const samples = Buffer.alloc(Math.round(seconds * 16000) * 2);
      for (let at = 0; at < samples.length; at += 2) samples.writeInt16LE(Math.round(height * Math.sin(at / 8)), at);
      require('node:fs').writeSync(1, samples);
    };
    const loud = (seconds, height = 8000) => write(seconds, height);
    const quiet = (seconds) => write(seconds, 10);
    const wait = () => setInterval(() => undefined, 1000);
    ${code}`;
  const file = join(folder, 'bin', name);
  writeFileSync(file, program);
  chmodSync(file, 0o755);
}

const calledWith = (name: string) =>
  JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as {
    readonly args: readonly string[];
    readonly env: Readonly<Record<string, string>>;
    readonly pid: number;
  };

interface ServiceOptions {
  readonly flags?: readonly string[];
  readonly gain?: number;
  readonly env?: NodeJS.ProcessEnv;
  readonly hasTerminal?: boolean;
  readonly isExternal?: boolean;
  readonly platform?: NodeJS.Platform;
}

function permissionsOf(flags: readonly string[]): Permissions {
  return loadPermissions({
    source: { file: 'app.tui', text: '<text>x</text>' },
    appFile: join(folder, 'app.tui'),
    flags: readPermissionFlags(flags),
    env: {},
    cwd: folder,
    home: '/nonexistent',
  }).resolved.permissions;
}

function open({
  flags = ['--allow-microphone'],
  gain = 1,
  env = {},
  hasTerminal = true,
  isExternal = false,
  platform = 'linux',
}: ServiceOptions = {}): AudioService {
  const permissions = permissionsOf(flags);
  service = new AudioService({
    permissions,
    env: { PATH: join(folder, 'bin'), ...env },
    gain: () => gain,
    isExternal: () => isExternal,
    platform,
    terminal: {
      showRecording: (isOn) => {
        if (hasTerminal) shown.push(isOn);
        return hasTerminal;
      },
      get isSeen() {
        return isSeen;
      },
    },
  });
  return service;
}

interface Recorded {
  readonly levels: readonly {
    readonly level: number;
    readonly peak: number;
    readonly clipped: boolean;
  }[];
  readonly wav: Buffer;
  readonly end:
    | {
        readonly seconds: number;
        readonly peak: number;
        readonly clipped: number;
        readonly reason: string;
      }
    | undefined;
}

async function record(
  by: AudioService,
  {
    seconds = 60,
    silence = 0,
    signal = new AbortController().signal,
    onLevel = (count) => void count,
  }: {
    seconds?: number;
    silence?: number;
    signal?: AbortSignal;
    onLevel?: (count: number) => void;
  } = {},
): Promise<Recorded> {
  const { body } = by.record({ payload: { seconds, silence }, signal } as never);
  const levels: Recorded['levels'][number][] = [];
  const pieces: Uint8Array[] = [];
  let end: Recorded['end'];
  for await (const { type, bytes } of readStreamFrames(body as AsyncIterable<Uint8Array>)) {
    const text = Buffer.from(bytes).toString();
    if (type === AUDIO_FRAME.LEVEL)
      onLevel(levels.push(JSON.parse(text) as (typeof levels)[number]));
    else if (type === AUDIO_FRAME.END) end = JSON.parse(text) as Recorded['end'];
    else pieces.push(Uint8Array.from(bytes));
  }
  return { levels, wav: Buffer.concat(pieces), end };
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe('sound', () => {
  it('is multiplied with the gain, and cut off where it is too loud', () => {
    const samples = Buffer.alloc(8);
    [1000, -2000, 20_000, -20_000].forEach((value, at) => samples.writeInt16LE(value, at * 2));
    expect(amplify(samples, 2)).toMatchObject({ peak: 1, clipped: 2 });
    expect([0, 2, 4, 6].map((at) => samples.readInt16LE(at))).toEqual([
      2000, -4000, 32_767, -32_768,
    ]);
    expect(amplify(Buffer.alloc(0), 5)).toEqual({ level: 0, peak: 0, clipped: 0 });
  });

  it('is silent when somebody has spoken and stopped, not before, and not between two words', () => {
    const detector = new SilenceDetector(1);
    const hear = (level: number, seconds: number): boolean[] =>
      Array.from({ length: Math.round(seconds / 0.05) }, () => detector.isOverAfter(level, 0.05));
    expect(hear(0.002, 5)).not.toContain(true);
    expect(hear(0.1, 1)).not.toContain(true);
    expect(hear(0.002, 0.8)).not.toContain(true);
    expect(hear(0.1, 0.2)).not.toContain(true);
    expect(hear(0.002, 1.1)).toContain(true);
  });

  it('in a noisy room is silent at the noise of the room', () => {
    const detector = new SilenceDetector(1);
    const hear = (level: number, count: number): boolean =>
      Array.from({ length: count }, () => detector.isOverAfter(level, 0.05)).includes(true);
    expect([hear(0.02, 40), hear(0.2, 20), hear(0.02, 21)]).toEqual([false, false, true]);
  });

  it('is a WAV file', () => {
    const wav = wavOf(Buffer.alloc(SAMPLE_RATE * 2));
    expect([wav.toString('latin1', 0, 4), wav.toString('latin1', 8, 16)]).toEqual([
      'RIFF',
      'WAVEfmt ',
    ]);
    expect([
      wav.readUInt16LE(22),
      wav.readUInt32LE(24),
      wav.readUInt16LE(34),
      wav.readUInt32LE(40),
    ]).toEqual([1, 16_000, 16, 32_000]);
    expect(wav).toHaveLength(44 + 32_000);
  });
});

describe('a recording', () => {
  it('is made by the first program that is there, and shows while it lasts', async () => {
    for (const name of ['rec', 'ffmpeg', 'arecord', 'parec']) standIn(name, 'loud(5); wait();');
    const { end, wav, levels } = await record(open(), { seconds: 1 });
    expect(end).toMatchObject({ reason: 'limit', seconds: 1, clipped: 0 });
    expect(wav).toHaveLength(44 + 32_000);
    expect(levels).toHaveLength(20);
    for (const { level } of levels) expect(level).toBeCloseTo(8000 / 32_768 / Math.SQRT2, 2);
    expect(calledWith('parec').args).toEqual([
      '--raw',
      '--format=s16le',
      '--rate=16000',
      '--channels=1',
      '--latency-msec=20',
    ]);
    expect(existsSync(join(folder, 'arecord.json'))).toBe(false);
    expect(shown).toEqual([true, false]);
    await until(() => !isRunning(calledWith('parec').pid));
  });

  it.each(['pw-record', 'parec', 'arecord', 'ffmpeg', 'rec'])(
    'is made by %s where it is alone',
    async (name) => {
      standIn(name, 'loud(2); wait();');
      expect((await record(open(), { seconds: 0.5 })).end).toMatchObject({ reason: 'limit' });
      expect(calledWith(name).args.join(' ')).toMatch(/16000/);
    },
  );

  it('is made by the next one where the first delivers nothing', async () => {
    standIn('pw-record', 'process.exit(1)');
    standIn('parec', 'loud(2); wait();');
    expect((await record(open(), { seconds: 0.5 })).end).toMatchObject({ reason: 'limit' });
  });

  it("is made by a media tool where the settings leave out the sound system's programs", async () => {
    standIn('parec', 'loud(0.2); wait();');
    standIn('ffmpeg', 'loud(2); wait();');
    const { end } = await record(open({ isExternal: true }), { seconds: 0.5 });
    expect(end).toMatchObject({ reason: 'limit' });
    expect([
      existsSync(join(folder, 'ffmpeg.json')),
      existsSync(join(folder, 'parec.json')),
    ]).toEqual([true, false]);
    rmSync(join(folder, 'bin/ffmpeg'));
    await expect(record(open({ isExternal: true }))).rejects.toMatchObject({
      code: 'no-recorder',
      message: expect.stringContaining('terminal.forceExternalTool'),
    });
  });

  describe('on macOS', () => {
    const platform = 'darwin';
    /** The system's interpreter, with what it is to the script. */
    const interpreter = (canRecord: boolean): void =>
      standIn(
        'osascript',
        `import(${JSON.stringify(resolve('spec/support/objective-c.mjs'))}).then(({ bridge }) => {
          const at = process.argv.indexOf('-e');
          const $ = bridge(${JSON.stringify(folder)}, ${canRecord});
          new Function('ObjC', '$', process.argv[at + 1] + '; run();')({ import: () => undefined }, $);
        });`,
      );
    beforeEach(() => {
      for (const name of ['pw-record', 'parec', 'arecord', 'ffmpeg'])
        standIn(name, 'loud(2); wait();');
    });
    const called = (): string[] =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .sort();

    it('is made by a script for the system, and by samples alone', async () => {
      interpreter(true);
      const { end, wav, levels } = await record(open({ platform }), { seconds: 0.5 });
      expect(end).toMatchObject({ reason: 'limit', seconds: 0.5 });
      expect(called()).toEqual(['osascript.json']);
      expect(calledWith('osascript').args.slice(0, 3)).toEqual(['-l', 'JavaScript', '-e']);
      // From the first sample on: nothing of the file's head is sound.
      const samples = [0, 1, 2, 3].map((at) => wav.readInt16LE(44 + 2 * at));
      expect(samples).toEqual([0, 1, 2, 3].map((at) => Math.round(8000 * Math.sin(at / 4))));
      for (const { level } of levels) expect(level).toBeCloseTo(8000 / 32_768 / Math.SQRT2, 2);
      await until(() => !isRunning(calledWith('osascript').pid));
      expect(readdirSync(folder).filter((name) => name.endsWith('.wav'))).toEqual([]);
    });

    it('is made by ffmpeg where the system refuses, or is not there', async () => {
      interpreter(false);
      const { end } = await record(open({ platform }), { seconds: 0.5 });
      expect(end).toMatchObject({ reason: 'limit' });
      expect(called()).toEqual(['ffmpeg.json', 'osascript.json']);
      rmSync(join(folder, 'bin/osascript'));
      expect((await record(open({ platform }), { seconds: 0.5 })).end?.reason).toBe('limit');
      expect(calledWith('ffmpeg').args).toContain('avfoundation');
    });

    it('is made by ffmpeg where terminal.forceExternalTool says so', async () => {
      interpreter(true);
      const { end } = await record(open({ platform, isExternal: true }), { seconds: 0.5 });
      expect(end).toMatchObject({ reason: 'limit' });
      expect(called()).toEqual(['ffmpeg.json']);
    });
  });

  it('ends by silence after somebody spoke', async () => {
    standIn('parec', 'quiet(1); loud(1); quiet(10); wait();');
    const { end } = await record(open(), { silence: 0.5 });
    expect(end).toMatchObject({ reason: 'silence' });
    expect(end?.seconds).toBeCloseTo(2.5, 1);
  });

  it('ends when the app stops it, and is kept', async () => {
    standIn('parec', 'setInterval(() => loud(0.05), 20);');
    const by = open();
    const { end, wav } = await record(by, { onLevel: (count) => void (count === 10 && by.stop()) });
    expect(end).toMatchObject({ reason: 'stopped' });
    expect(wav.length).toBeGreaterThan(44 + 10 * 1600 - 1);
    expect(shown).toEqual([true, false]);
  });

  it('has the gain of the settings', async () => {
    standIn('parec', 'loud(2, 20000); wait();');
    const { end, levels } = await record(open({ gain: 4 }), { seconds: 0.5 });
    expect(end?.peak).toBe(1);
    expect(end?.clipped).toBeGreaterThan(1000);
    expect(levels[0]).toMatchObject({ clipped: true, peak: 1 });
  });
});

describe('a question to the assistant', () => {
  const sent: Buffer[] = [];
  let warned: string[] = [];
  beforeEach(() => {
    sent.length = 0;
    warned = [];
    standIn('parec', 'loud(1); quiet(3); wait();');
  });

  async function ask(flags: readonly string[], isReplayed = true): Promise<string> {
    const terminal = { showRecording: () => true, isSeen: true };
    const onWarning = (message: string): void => void warned.push(message);
    const env = { PATH: join(folder, 'bin') };
    const speech = {
      gain: 1,
      isExternal: false,
      isReplayed,
      transcribe: (wav: Uint8Array) => Promise.resolve(`words ${sent.push(Buffer.from(wav))}`),
    };
    const voice = voiceOf(
      { env, permissions: permissionsOf(flags), terminal, onWarning },
      { speech },
    );
    const { signal } = new AbortController();
    return await voice.listen({ signal, onLevel: () => undefined, onRecorded: () => undefined });
  }

  it('is played before it is sent, by a program that the app could not have written', async () => {
    const heard = join(folder, 'heard');
    const player = join(folder, 'bin', 'aplay');
    writeFileSync(player, `#!/bin/sh\nPATH=/usr/bin:/bin\ncat > '${heard}'\n`);
    chmodSync(player, 0o755);
    expect(await ask(['--deny-microphone'])).toBe('words 1');
    expect(readFileSync(heard).equals(sent[0]!)).toBe(true);
    expect(warned).toEqual([]);
    rmSync(heard);
    const flags = [`--allow-write=${join(folder, 'bin')}`];
    await expect(ask(flags)).rejects.toMatchObject({ code: 'no-recorder' });
    expect(existsSync(heard)).toBe(false);
  });

  it('is sent with a warning where no program plays it', async () => {
    expect(await ask([])).toBe('words 1');
    expect(warned).toEqual([expect.stringContaining('no program could play')]);
    expect(await ask([], false)).toBe('words 2');
    expect(warned).toHaveLength(1);
  });
});

describe('attacks', () => {
  const works = async (options?: ServiceOptions): Promise<void> => {
    expect((await record(open(options), { seconds: 0.2 })).end).toMatchObject({ reason: 'limit' });
  };
  beforeEach(() => standIn('parec', 'loud(5); wait();'));

  it('an app without the permission records nothing', async () => {
    for (const flags of [
      [],
      ['--allow-ai'],
      ['--allow-microphone', '--deny-microphone'],
      ['--allow-all', '--deny-microphone'],
    ]) {
      await expect(record(open({ flags }))).rejects.toThrow('it needs "microphone"');
    }
    expect([existsSync(join(folder, 'parec.json')), shown]).toEqual([false, []]);
    await works();
  });

  it('nothing is recorded where nobody sees the mark', async () => {
    await expect(record(open({ hasTerminal: false }))).rejects.toMatchObject({
      code: 'no-terminal',
    });
    expect(existsSync(join(folder, 'parec.json'))).toBe(false);
    await works();
  });

  it('it ends when another program gets the terminal', async () => {
    standIn('parec', 'setInterval(() => loud(0.05), 20);');
    const { end } = await record(open(), { onLevel: (count) => void (isSeen = count < 5) });
    expect(end).toMatchObject({ reason: 'stopped' });
    expect(end?.seconds).toBeLessThan(1);
    await until(() => !isRunning(calledWith('parec').pid));
  });

  it('there is one at a time, and the mark stays as long as one is made', async () => {
    const by = open();
    const first = record(by, { seconds: 0.5 });
    expect(() => by.record({ payload: { seconds: 1, silence: 0 } } as never)).toThrow(
      'recording already',
    );
    await first;
    expect(shown).toEqual([true, false]);
    expect((await record(by, { seconds: 0.2 })).end).toMatchObject({ reason: 'limit' });
  });

  it.each([{ seconds: 3600 }, { seconds: -1 }, { seconds: 0 }, { seconds: NaN }, { silence: -1 }])(
    '%j is no recording',
    async (wrong) => {
      await expect(record(open(), wrong)).rejects.toThrow('expected');
      expect(shown).toEqual([]);
      await works();
    },
  );

  it('an app that goes away leaves no program and no mark', async () => {
    standIn('parec', 'setInterval(() => loud(0.05), 20);');
    const end = new AbortController();
    const recording = record(open(), { signal: end.signal, onLevel: () => end.abort() });
    await expect(recording).rejects.toMatchObject({ name: 'AbortError' });
    await until(() => !isRunning(calledWith('parec').pid));
    expect(shown).toEqual([true, false]);
  });

  it('a program in a folder that the app may write is not started', async () => {
    const flags = ['--allow-microphone', `--allow-write=${join(folder, 'bin')}`];
    await expect(record(open({ flags }))).rejects.toMatchObject({ code: 'no-recorder' });
    expect(existsSync(join(folder, 'parec.json'))).toBe(false);
    await works();
  });

  it('the program has no key of the environment', async () => {
    await works({
      env: {
        OPENAI_API_KEY: 'canary',
        TUI_AI_HEADERS: 'canary',
        PULSE_SERVER: 'unix:/x',
        HOME: folder,
      },
    });
    const { env } = calledWith('parec');
    expect(env).toMatchObject({ PULSE_SERVER: 'unix:/x', HOME: folder });
    expect(JSON.stringify(env)).not.toContain('canary');
  });

  it('a program that delivers nothing is ended, and said', async () => {
    standIn('parec', 'process.exit(3)');
    await expect(record(open())).rejects.toMatchObject({
      code: 'no-sound',
      message: expect.stringContaining('parec'),
    });
    expect(shown).toEqual([true, false]);
  });
});

describeWithSound('PulseAudio', () => {
  let pulse: Pulse;
  beforeEach(async () => {
    pulse = await Pulse.start(folder);
  });
  afterEach(() => pulse.stop());

  it('records what is said, and ends when it is over', async () => {
    const spoken = pulse.spoken('The quick brown fox jumps over the lazy dog');
    const recording = record(open({ env: pulse.env }), { seconds: 20, silence: 1.5 });
    await until(() => shown.length > 0);
    pulse.play(spoken);
    const { end, wav } = await recording;
    expect(end).toMatchObject({ reason: 'silence' });
    expect(end?.peak).toBeGreaterThan(0.1);
    expect(likeness(envelope(wav), envelope(readFileSync(spoken)))).toBeGreaterThan(0.75);
    // The control: other words are told apart by it.
    const other = pulse.spoken('No, nothing like that was ever said in here, I believe');
    expect(likeness(envelope(wav), envelope(readFileSync(other)))).toBeLessThan(0.6);
  });
});
