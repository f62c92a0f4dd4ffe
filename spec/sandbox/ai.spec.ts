/** The AI service as scripts have it, against a server that answers as real ones do, and as real ones fail. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ChatPart, ChatRequest, ChatTool } from '../../runtime/script/globals/ai-types.js';
import { aiServer, calling, saying, streamText, type AiServer } from '../support/ai-server.js';
import { brokered, type Brokered, type BrokeredOptions } from '../support/brokered.js';
import { sleep, until } from '../support/until.js';

let server: AiServer;
let app: Brokered | undefined;
beforeEach(async () => {
  server = await aiServer();
});
afterEach(async () => {
  app?.close();
  app = undefined;
  await server.close();
});

const HELLO: Pick<ChatRequest, 'messages'> = { messages: [{ role: 'user', content: 'Hi' }] };

async function open(options: BrokeredOptions = {}): Promise<Brokered> {
  app?.close();
  const ai = { 'ai.endpoint': server.endpoint, 'ai.model': 'small', ...options.ai };
  app = await brokered(['--allow-ai'], { ...options, ai });
  return app;
}

async function partsOf(
  request: ChatRequest = HELLO,
  options?: BrokeredOptions,
): Promise<ChatPart[]> {
  const parts: ChatPart[] = [];
  for await (const part of (await open(options)).ai.chat(request)) parts.push(part);
  return parts;
}

const textOf = (parts: readonly ChatPart[]): string =>
  parts.map((part) => (part.type === 'text' ? part.text : '')).join('');

async function failure(
  request: ChatRequest = HELLO,
  options?: BrokeredOptions,
): Promise<{ code: string; message: string; name: string; details?: unknown }> {
  const error = await partsOf(request, options).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error === undefined) throw new Error('it did not fail');
  return error as { code: string; message: string; name: string };
}

describe('a conversation', () => {
  it('sends what was said, and streams what is answered', async () => {
    server.script({ events: saying('Hel', 'lo ', '👋🏽 wörld') });
    const parts = await partsOf({
      ...HELLO,
      temperature: 0.5,
      maxTokens: 20,
      stop: ['\n'],
      responseFormat: { type: 'json_object' },
    });
    expect(parts).toEqual([
      { type: 'text', text: 'Hel' },
      { type: 'text', text: 'lo ' },
      { type: 'text', text: '👋🏽 wörld' },
      {
        type: 'finish',
        reason: 'stop',
        usage: { inputTokens: 7, outputTokens: 3 },
        model: 'test-model',
      },
    ]);
    const [{ url, method, headers, body } = {} as never] = server.requests;
    expect([method, url]).toEqual(['POST', '/v1/chat/completions']);
    expect(headers['authorization']).toBeUndefined();
    expect(body).toEqual({
      model: 'small',
      messages: [{ role: 'user', content: 'Hi' }],
      stream: true,
      stream_options: { include_usage: true },
      temperature: 0.5,
      max_tokens: 20,
      stop: ['\n'],
      response_format: { type: 'json_object' },
    });
    // A frame follows each part.
    await new Promise(setImmediate);
    expect(app?.activity).toBeGreaterThanOrEqual(4);
  });

  it.each(['\n', '\r\n', '\r'])(
    'is the same wherever the bytes are cut, with line ends %j',
    async (lineEnd) => {
      const events = [
        { choices: [{ delta: { role: 'assistant' } }] },
        ...saying('ä👋🏽', '\n\ndata: x', '字'),
      ];
      server.script({ events, lineEnd });
      const whole = await partsOf();
      expect(textOf(whole)).toBe('ä👋🏽\n\ndata: x字');
      for (const chunk of [1, 2, 3, 7]) {
        server.script({ events, lineEnd, chunk });
        expect(await partsOf()).toEqual(whole);
      }
    },
  );

  it('is the same wherever it is cut in two', async () => {
    const events = saying('ä👋🏽', '字');
    const size = Buffer.byteLength(streamText(events));
    server.script({ events });
    const whole = await partsOf();
    await open();
    for (let at = 1; at < size; at++) {
      server.script({
        handle: async (response) => {
          const bytes = Buffer.from(streamText(events));
          response.writeHead(200, { 'Content-Type': 'text/event-stream' });
          response.write(bytes.subarray(0, at));
          await new Promise((resolve) => setTimeout(resolve, 1));
          response.end(bytes.subarray(at));
        },
      });
      const parts: ChatPart[] = [];
      for await (const part of app!.ai.chat(HELLO)) parts.push(part);
      expect({ at, parts }).toEqual({ at, parts: whole });
    }
  });

  it('reads what servers vary: comments, events with several lines, answers in one piece, no blank at the end', async () => {
    const raw = (body: string, type = 'text/event-stream'): void =>
      server.script({ body, headers: { 'Content-Type': type } });
    raw(
      ': ping\n\nevent: x\nid: 1\ndata:{"choices":[{"delta":\ndata: {"content":"one"}}]}\n\n: ping\n\ndata: [DONE]',
    );
    expect(textOf(await partsOf())).toBe('one');
    raw(
      JSON.stringify({
        choices: [{ message: { content: 'whole' }, finish_reason: 'length' }],
        usage: { prompt_tokens: 1, completion_tokens: 2 },
      }),
      'application/json; charset=utf-8',
    );
    expect(await partsOf()).toEqual([
      { type: 'text', text: 'whole' },
      {
        type: 'finish',
        reason: 'length',
        usage: { inputTokens: 1, outputTokens: 2 },
        model: undefined,
      },
    ]);
    server.script({
      events: [{ choices: [{ delta: { reasoning_content: 'hm' } }] }, ...saying('so')],
    });
    expect((await partsOf()).slice(0, 2)).toEqual([
      { type: 'reasoning', text: 'hm' },
      { type: 'text', text: 'so' },
    ]);
  });

  it('returns the whole answer, with and without its parts being read', async () => {
    server.script({ events: saying('a', 'b') });
    const { ai } = await open();
    const chat = ai.chat(HELLO);
    expect(await chat.result()).toEqual({
      text: 'ab',
      toolCalls: [],
      reason: 'stop',
      usage: { inputTokens: 7, outputTokens: 2 },
      model: 'test-model',
      messages: [...HELLO.messages, { role: 'assistant', content: 'ab' }],
    });
    await expect(chat[Symbol.asyncIterator]().next()).rejects.toThrow('can be read only once');
    const other = ai.chat(HELLO);
    const result = other.result.bind(other);
    for await (const part of other) void part;
    expect((await result()).text).toBe('ab');
  });

  it('says which service it would use', async () => {
    const { ai } = await open();
    expect(await ai.status()).toEqual({
      host: `127.0.0.1:${server.port}`,
      model: 'small',
      problem: null,
    });
    const none = await brokered(['--allow-ai']);
    expect(await none.ai.status()).toEqual({
      host: null,
      model: null,
      problem: expect.stringMatching(/^no AI service is set up: .*TUI_AI_ENDPOINT/),
    });
    none.close();
  });

  it('sends pictures as data, parts of a message, and what tools have returned', async () => {
    const url = 'data:image/png;base64,AAAA';
    await partsOf({
      messages: [
        { role: 'system', content: 'Be brief.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'what?' },
            { type: 'image', url },
          ],
        },
        { role: 'assistant', toolCalls: [{ id: 'c', name: 'f', arguments: '{"a":1}' }] },
        { role: 'tool', toolCallId: 'c', content: '2' },
      ],
    });
    expect(server.requests[0]?.body['messages']).toEqual([
      { role: 'system', content: 'Be brief.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'what?' },
          { type: 'image_url', image_url: { url } },
        ],
      },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{"a":1}' } }],
      },
      { role: 'tool', tool_call_id: 'c', content: '2' },
    ]);
  });

  it.each([
    [{ messages: [{ role: 'robot', content: 'x' }] }, 'messages[0].role'],
    [{ messages: [{ role: 'user' }] }, 'messages[0].content'],
    [
      { messages: [{ role: 'user', content: [{ type: 'image', url: 'https://x.test/a' }] }] },
      'data: URL',
    ],
    [{ ...HELLO, tools: [{ name: 'no blanks' }] }, 'tools[0].name'],
    [{ ...HELLO, temperature: 3 }, 'temperature: expected a number from 0 to 2'],
    [{ ...HELLO, toolChoice: 'x' }, 'toolChoice'],
  ])('refuses %j', async (request, message) => {
    const error = await failure(request as never);
    expect([error.name, error.message]).toEqual(['TypeError', expect.stringContaining(message)]);
    expect(server.requests).toEqual([]);
  });
});

describe('tools', () => {
  const weather = (run?: ChatTool['run']): ChatTool => ({
    name: 'weather',
    description: 'The weather of a city',
    parameters: { type: 'object', properties: { city: { type: 'string' } } },
    ...(run === undefined ? {} : { run }),
  });

  it('are run, and the model goes on with what they return', async () => {
    server.script(
      { events: calling('weather', { city: 'Köln' }), chunk: 1 },
      { events: saying('It rains.') },
    );
    const seen: unknown[] = [];
    const run = (args: { city: string }): object => {
      seen.push(args);
      return { rain: true };
    };
    const parts = await partsOf({ ...HELLO, tools: [weather(run)] });
    expect(seen).toEqual([{ city: 'Köln' }]);
    expect(parts.map(({ type }) => type)).toEqual(['tool-call', 'tool-result', 'text', 'finish']);
    const [first, second] = server.requests;
    expect(first?.body['tools']).toEqual([
      {
        type: 'function',
        function: {
          name: 'weather',
          description: 'The weather of a city',
          parameters: weather().parameters,
        },
      },
    ]);
    expect(second?.body['messages']).toEqual([
      { role: 'user', content: 'Hi' },
      {
        role: 'assistant',
        content: '',
        tool_calls: [
          {
            id: 'call_1',
            type: 'function',
            function: { name: 'weather', arguments: '{"city":"Köln"}' },
          },
        ],
      },
      { role: 'tool', tool_call_id: 'call_1', content: '{"rain":true}' },
    ]);
  });

  it('without a function are the app’s to answer', async () => {
    server.script({ events: calling('weather', { city: 'Bonn' }) });
    const { ai } = await open();
    const { toolCalls, reason, messages } = await ai
      .chat({ ...HELLO, tools: [weather()] })
      .result();
    expect(toolCalls).toEqual([{ id: 'call_1', name: 'weather', arguments: '{"city":"Bonn"}' }]);
    expect(reason).toBe('tool_calls');
    expect(messages.at(-1)).toEqual({ role: 'assistant', content: '', toolCalls });
    expect(server.requests).toHaveLength(1);
  });

  it('that throw, or are called with what is no JSON, are told to the model', async () => {
    const broken = [
      {
        choices: [
          {
            delta: {
              tool_calls: [
                { index: 0, id: 'a', function: { name: 'weather', arguments: '{"ci' } },
                { index: 1, id: 'b', function: { name: 'weather', arguments: '{}' } },
              ],
            },
            finish_reason: 'tool_calls',
          },
        ],
      },
    ];
    server.script({ events: broken }, { events: saying('Sorry.') });
    await partsOf({
      ...HELLO,
      tools: [
        weather(() => {
          throw new Error('no network');
        }),
      ],
    });
    const messages = server.requests[1]?.body['messages'] as readonly { content: string }[];
    expect(messages.slice(-2).map(({ content }) => content)).toEqual([
      '{"error":"the arguments are not JSON"}',
      '{"error":"no network"}',
    ]);
  });

  it('that are called for ever end after so many rounds', async () => {
    server.script({ events: calling('weather', {}) });
    const parts = await partsOf({ ...HELLO, tools: [weather(() => 1)], maxRounds: 3 });
    expect(server.requests).toHaveLength(3);
    expect(parts.at(-1)).toMatchObject({ type: 'finish', reason: 'tool_calls' });
  });
});

describe('a server that fails', () => {
  const network = { limits: { connect: 2000, answer: 300, idle: 200 } };

  it('is asked again after a limit of rate, when it says so', async () => {
    server.script(
      { status: 429, headers: { 'Retry-After': '0' }, body: '{"error":{"message":"slow down"}}' },
      { status: 503, headers: { 'Retry-After': new Date(Date.now() - 5000).toUTCString() } },
      { events: saying('at last') },
    );
    expect(textOf(await partsOf())).toBe('at last');
    expect(server.requests).toHaveLength(3);
    const ids = server.requests.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(ids).size).toBe(1);
  });

  it('is not asked again where the wait is long, or the credit spent', async () => {
    server.script({
      status: 429,
      headers: { 'Retry-After': '3600' },
      body: '{"error":{"message":"slow down"}}',
    });
    expect(await failure()).toMatchObject({
      name: 'AiError',
      code: 'ai-rate-limited',
      message: `127.0.0.1:${server.port} limits the rate of requests: slow down; retry in 3600 s`,
      details: { retryAfter: 3_600_000 },
    });
    server.script({ status: 429, body: '{"error":{"code":"insufficient_quota"}}' });
    expect((await failure()).code).toBe('ai-rate-limited');
    expect(server.requests).toHaveLength(2);
  });

  it('is asked three times at most', async () => {
    server.script({ status: 500, headers: { 'Retry-After': '0' }, body: '<html>Oops</html>' });
    expect(await failure()).toMatchObject({
      code: 'ai-overloaded',
      message: `127.0.0.1:${server.port} is unavailable (500); retry in 0 s`,
    });
    expect(server.requests).toHaveLength(3);
  });

  it('midway is reported with what had come, and not asked again', async () => {
    const events = saying('half of', ' it');
    const end = streamText(events).indexOf(' it');
    for (const chunk of [1, 1000]) {
      server.script({ events, cutAfter: end, chunk });
      const { ai } = await open();
      const parts: ChatPart[] = [];
      const read = (async () => {
        for await (const part of ai.chat(HELLO)) parts.push(part);
      })();
      await expect(read).rejects.toMatchObject({
        code: 'ai-cut',
        message: expect.stringMatching(/was cut off/),
      });
      expect(textOf(parts)).toBe('half of');
    }
    expect(server.requests).toHaveLength(2);
    // An end without the last words is none.
    server.script({ events: saying('half').slice(0, 2) });
    expect((await failure()).code).toBe('ai-cut');
    // Its own words about it.
    server.script({
      events: [...saying('half').slice(0, 2), { error: { message: 'GPU on fire' } }],
    });
    expect((await failure()).message).toBe(
      `127.0.0.1:${server.port} stopped its response: GPU on fire`,
    );
  });

  it('that does not begin, or does not go on, is not waited for', async () => {
    server.script({ handle: () => undefined });
    const silent = await failure(HELLO, { network: { limits: { ...network.limits, answer: 50 } } });
    expect(silent.code).toBe('ai-timeout');
    server.script({ events: saying('a').slice(0, 2), stall: true });
    expect((await failure(HELLO, { network })).code).toBe('ai-timeout');
  });

  it.each([
    [
      401,
      '',
      'ai-unauthorized',
      /requires a key \(401\): name the variable that holds it in ai.providers/,
    ],
    [
      404,
      '{"error":{"message":"model \\"small\\" not found"}}',
      'ai-no-model',
      /small.* not found; check ai.model/,
    ],
    [400, '{"error":{"message":"bad\\u001b[2J thing"}}', 'ai-refused', /bad\ufffd\[2J thing/],
    [307, '', 'ai-redirected', /redirect \(307\), which is not followed/],
  ])('with %i says what to do', async (status, body, code, message) => {
    server.script({ status, body, headers: { Location: 'http://127.0.0.1:1/' } });
    const error = await failure();
    expect([error.code, error.message]).toEqual([code, expect.stringMatching(message)]);
    expect(server.requests).toHaveLength(1);
  });

  it('and one that is not there', async () => {
    const { port } = server;
    await server.close();
    const error = await failure();
    expect([error.code, error.message]).toEqual([
      'ai-unreachable',
      `127.0.0.1:${port} cannot be reached (ECONNREFUSED): start its server, or set ai.endpoint`,
    ]);
  });

  it('that knows no options of a stream is asked without', async () => {
    server.script(
      { status: 400, body: '{"error":{"message":"unknown field stream_options"}}' },
      { events: saying('fine') },
    );
    expect(textOf(await partsOf())).toBe('fine');
    expect(server.requests.map(({ body }) => 'stream_options' in body)).toEqual([true, false]);
  });
});

describe('ending early', () => {
  it('closes the connection when the signal aborts, and when the parts are left', async () => {
    server.script({ events: saying('a').slice(0, 2), stall: true });
    const { ai } = await open();
    const abort = new AbortController();
    const read = (async () => {
      for await (const part of ai.chat({ ...HELLO, signal: abort.signal })) {
        if (part.type === 'text') abort.abort();
      }
    })();
    await expect(read).rejects.toMatchObject({ name: 'AbortError' });
    await server.requests[0]?.closed;
    for await (const part of ai.chat(HELLO)) if (part.type === 'text') break;
    await server.requests[1]?.closed;
    // Nothing is left of them that would count against the next.
    server.script({ events: saying('fine') });
    for (let at = 0; at < 20; at++) expect((await ai.chat(HELLO).result()).text).toBe('fine');
  });

  it('ends what is under way with the app', async () => {
    server.script({ events: saying('a').slice(0, 2), stall: true });
    const { ai, close } = await open();
    const result = ai.chat(HELLO).result();
    result.catch(() => undefined);
    await until(() => server.requests.length > 0);
    close();
    await expect(result).rejects.toThrow();
    await server.requests[0]?.closed;
  });

  it('while it waits to ask again', async () => {
    server.script({ status: 503, headers: { 'Retry-After': '30' } });
    const { ai } = await open();
    const abort = new AbortController();
    const result = ai.chat({ ...HELLO, signal: abort.signal }).result();
    result.catch(() => undefined);
    await until(() => server.requests.length === 1);
    await sleep(100);
    abort.abort();
    await expect(result).rejects.toMatchObject({ name: 'AbortError' });
    expect(server.requests).toHaveLength(1);
  });
});
