/** Transcribes speech: one request to the AI service, with a WAV file. */
import { randomUUID } from 'node:crypto';
import type { Body } from '../../channel/channel.js';
import { collect } from '../limits.js';
import type { AiClient } from './client.js';
import { AiError } from './errors.js';

/** Bytes of a WAV file: four minutes of what `$tui.audio.record` returns. */
const MAX_WAV = 8 * 1024 * 1024;
/** Bytes of an answer. */
const MAX_ANSWER = 1024 * 1024;
/** Where no setting names one: what OpenAI and most servers of one's own call it. */
const DEFAULT_MODEL = 'whisper-1';

/** The settings that count, and what is done with the sound before it is sent. */
export interface Speech {
  /** `ai.audioModel`. */
  model(): string | undefined;
  /** `audio.debug`: plays it. */
  replay(wav: Buffer, signal: AbortSignal): Promise<void>;
}

/** @throws TypeError for what is not a WAV file, AiError */
export async function transcribe(
  client: Pick<AiClient, 'post' | 'host'>,
  body: Body | undefined,
  speech: Speech | undefined,
  signal: AbortSignal,
): Promise<string> {
  const wav = await collect(body, MAX_WAV, 'the recording');
  if (wav.toString('latin1', 0, 4) !== 'RIFF' || wav.toString('latin1', 8, 12) !== 'WAVE') {
    throw new TypeError('expected a WAV file');
  }
  await speech?.replay(wav, signal);
  const boundary = `tui-${randomUUID()}`;
  const model = speech?.model() ?? DEFAULT_MODEL;
  const { body: answer, scrubber } = await client.post(
    {
      path: 'audio/transcriptions',
      type: `multipart/form-data; boundary=${boundary}`,
      accept: 'application/json',
      body: formOf(boundary, { model, response_format: 'json' }, wav),
    },
    signal,
  );
  const answerText = (await collect(answer, MAX_ANSWER, 'the response')).toString('utf8');
  const text = textIn(answerText);
  if (text !== undefined) return scrubber.clean(text);
  throw new AiError(
    'ai-bad-answer',
    `${client.host ?? 'the service'} sent a response without a transcription`,
  );
}

/** RFC 7578. No value has a line break: settings with one name no model. */
function formOf(boundary: string, fields: Readonly<Record<string, string>>, wav: Buffer): Buffer {
  const part = (disposition: string): string =>
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n`;
  const texts = Object.entries(fields).map(
    ([name, value]) => `${part(`name="${name}"`)}\r\n${value.replace(/[\r\n]/g, ' ')}\r\n`,
  );
  const head = `${part('name="file"; filename="speech.wav"')}Content-Type: audio/wav\r\n\r\n`;
  return Buffer.concat([
    Buffer.from(texts.join('') + head),
    wav,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
}

function textIn(answerText: string): string | undefined {
  try {
    const { text } = Object(JSON.parse(answerText)) as { readonly text?: unknown };
    return typeof text === 'string' ? text : undefined;
  } catch {
    return undefined;
  }
}
