/** Speech as words: what the service gets of the sound, and what an app may not send. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { AiService } from '../../../cli/sandbox/broker/ai/ai.js';
import { replay } from '../../../cli/sandbox/broker/audio/replay.js';
import { wavOf } from '../../../cli/sandbox/broker/audio/sound.js';
import { aiSetup } from '../../../cli/sandbox/policy/ai/endpoint.js';
import { accessTo } from '../../../cli/sandbox/policy/check.js';
import { readPermissionFlags } from '../../../cli/sandbox/policy/flags.js';
import { loadPermissions } from '../../../cli/sandbox/policy/load.js';

let server: Server;
let answer = '{"text":"hello"}';
let seen: { url: string; headers: IncomingHttpHeaders; body: Buffer }[] = [];
const played: Buffer[] = [];
beforeEach(async () => {
  seen = [];
  played.length = 0;
  answer = '{"text":"hello"}';
  server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      seen.push({ url: request.url ?? '', headers: request.headers, body: Buffer.concat(pieces) });
      response.setHeader('content-type', 'application/json');
      response.end(answer);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Samples that no other sound has. */
const samples = Buffer.from(
  Array.from({ length: 200_000 }, (_, at) => (at * 31 + (at >> 8)) & 0xff),
);
const WAV = wavOf(samples);

function open(flags = ['--allow-ai'], model?: string): AiService {
  const { port } = server.address() as AddressInfo;
  const { permissions } = loadPermissions({
    source: { file: 'app.tui', text: '<text>x</text>' },
    appFile: '/apps/app.tui',
    flags: readPermissionFlags(flags),
    env: {},
    cwd: '/',
    home: '/nonexistent',
  }).resolved;
  const values: Readonly<Record<string, string>> = { 'ai.endpoint': `http://127.0.0.1:${port}/v1` };
  const setup = aiSetup(
    { getString: (key) => values[key], getValue: () => undefined, getSource: () => 'cli' },
    () => false,
  );
  const speech = {
    model: () => model,
    replay: async (wav: Buffer) => {
      played.push(wav);
      await Promise.resolve();
    },
  };
  return new AiService({ setup, keys: { get: () => undefined }, permissions }, speech);
}

const transcribe = async (service: AiService, wav: Uint8Array): Promise<unknown> => {
  async function* body(): AsyncGenerator<Uint8Array> {
    await Promise.resolve();
    for (let at = 0; at < wav.length; at += 50_000) yield wav.subarray(at, at + 50_000);
  }
  const over = new AbortController();
  try {
    return (await service.transcribe({ body: body(), signal: over.signal } as never)).value;
  } finally {
    over.abort();
  }
};

describe('a transcription', () => {
  it('sends all of the sound, after it was played, and returns the words', async () => {
    expect(await transcribe(open(undefined, 'my-model'), WAV)).toBe('hello');
    const [{ url, headers, body } = { url: '', headers: {}, body: Buffer.of() }] = seen;
    expect(url).toBe('/v1/audio/transcriptions');
    const form = await new Response(Uint8Array.from(body), {
      headers: { 'content-type': headers['content-type'] ?? '' },
    }).formData();
    expect([form.get('model'), form.get('response_format')]).toEqual(['my-model', 'json']);
    const file = form.get('file') as File;
    expect([file.name, file.type]).toEqual(['speech.wav', 'audio/wav']);
    expect(Buffer.from(await file.arrayBuffer()).equals(WAV)).toBe(true);
    expect(played.map((wav) => wav.equals(WAV))).toEqual([true]);
  });

  it.each(['{}', 'no JSON', '{"text":7}', '[]', 'null'])('of %s is none', async (text) => {
    answer = text;
    await expect(transcribe(open(), WAV)).rejects.toMatchObject({ code: 'ai-bad-answer' });
  });
});

describe('attacks', () => {
  it('an app without the permission sends nothing', async () => {
    await expect(transcribe(open(['--allow-microphone']), WAV)).rejects.toThrow('"ai"');
    expect(seen).toEqual([]);
    expect(await transcribe(open(), WAV)).toBe('hello');
  });

  it('what is no WAV file, or is too large, is not sent', async () => {
    await expect(transcribe(open(), Buffer.from('any other file'))).rejects.toThrow('WAV');
    const large = Buffer.concat([WAV, Buffer.alloc(9 * 1024 * 1024)]);
    await expect(transcribe(open(), large)).rejects.toMatchObject({ code: 'too-large' });
    expect([seen, played]).toEqual([[], []]);
  });

  it('a model with lines of its own is one field of the form', async () => {
    await transcribe(
      open(undefined, 'a\r\n--x\r\nContent-Disposition: form-data; name="y"\r\n\r\nz'),
      WAV,
    );
    const [{ headers, body } = { headers: {}, body: Buffer.of() }] = seen;
    const form = await new Response(Uint8Array.from(body), {
      headers: { 'content-type': headers['content-type'] ?? '' },
    }).formData();
    expect([...form.keys()]).toEqual(['model', 'response_format', 'file']);
  });
});

describe('a replay', () => {
  let folder: string;
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'tui-play-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** A player that keeps what it gets, with its arguments. */
  function standIn(name: string, code = ''): void {
    const file = join(folder, name);
    writeFileSync(
      file,
      `#!/bin/sh\nPATH=/usr/bin:/bin\nprintf '%s' "$*" > '${folder}/${name}.args'\n${code}\ncat > '${folder}/${name}.heard'\n`,
    );
    chmodSync(file, 0o755);
  }
  const heard = (name: string): Buffer => readFileSync(join(folder, `${name}.heard`));
  const inputs = (path = folder) => ({
    env: { XDG_STATE_HOME: join(folder, 'state') },
    path,
    signal: new AbortController().signal,
  });

  it.each(['aplay', 'ffplay', 'play'])('is of the whole file by %s', async (name) => {
    standIn(name);
    expect(await replay(WAV, inputs())).toBe(true);
    expect(heard(name).equals(WAV)).toBe(true);
  });

  it.each(['pw-play', 'paplay'])('is of its samples alone by %s, at their rate', async (name) => {
    standIn(name);
    expect(await replay(WAV, inputs())).toBe(true);
    expect(heard(name).equals(samples)).toBe(true);
    expect(readFileSync(join(folder, `${name}.args`), 'utf8')).toContain(
      '--rate=16000 --channels=1',
    );
    const other = Buffer.from(WAV);
    other.writeUInt16LE(2, 22);
    other.writeUInt32LE(44_100, 24);
    await replay(other, inputs());
    expect(readFileSync(join(folder, `${name}.args`), 'utf8')).toContain(
      '--rate=44100 --channels=2',
    );
  });

  it('is of a file that is gone afterwards by the player of macOS', async () => {
    standIn('afplay', `cp "$1" '${folder}/copy'; ls -l "$1" > '${folder}/mode'`);
    expect(await replay(WAV, inputs())).toBe(true);
    expect(readFileSync(join(folder, 'copy')).equals(WAV)).toBe(true);
    expect(readFileSync(join(folder, 'mode'), 'utf8')).toMatch(/^-rw-------/);
    expect(existsSync(readFileSync(join(folder, 'afplay.args'), 'utf8'))).toBe(false);
  });

  it('is of a file that no app reaches, whatever folders it is granted', async () => {
    standIn('afplay');
    await replay(WAV, inputs());
    const file = readFileSync(join(folder, 'afplay.args'), 'utf8');
    const { permissions } = loadPermissions({
      source: { file: 'app.tui', text: '<text>x</text>' },
      appFile: '/apps/app.tui',
      flags: readPermissionFlags([`--allow-read=${tmpdir()}`, `--allow-write=${tmpdir()}`]),
      env: inputs().env,
      cwd: '/',
      home: '/nonexistent',
    }).resolved;
    expect(accessTo(permissions, file)).toBe('none');
    // The control: one beside it, in the folder of temporary files.
    expect(accessTo(permissions, join(folder, 'speech.wav'))).toBe('write');
  });

  it('is made by the next program where one fails, and is none without a program', async () => {
    standIn('paplay', 'exit 1');
    standIn('aplay');
    expect(await replay(WAV, inputs())).toBe(true);
    expect(heard('aplay').equals(WAV)).toBe(true);
    expect(await replay(WAV, inputs('/nonexistent'))).toBe(false);
    expect(await replay(Buffer.from('RIFF....WAVE'), inputs())).toBe(false);
  });
});
