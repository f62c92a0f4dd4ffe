/** The fields of a chat request that an app may set: each is read by name, and no other is sent. */
import { isRecord } from '../../channel/protocol.js';

/** A part of the body of a request; JSON. */
type Json = Readonly<Record<string, unknown>>;

const MAX_MESSAGES = 10_000;
const MAX_TOOLS = 128;
const CHOICES: ReadonlySet<unknown> = new Set(['auto', 'none', 'required']);
const ROLES: ReadonlySet<unknown> = new Set(['system', 'developer', 'user', 'assistant', 'tool']);

/**
 * The body of `chat/completions` for what the app has sent.
 *
 * @throws TypeError that names what does not fit
 */
export function chatBody(payload: unknown, model: string | undefined, isOpenAi: boolean): Json {
  if (!isRecord(payload)) throw new TypeError('chat: expected an object with messages');
  const { messages, tools, toolChoice, temperature, maxTokens, stop, responseFormat } = payload;
  return {
    ...(model === undefined ? {} : { model }),
    messages: list(messages, 'messages', MAX_MESSAGES).map(readMessage),
    stream: true,
    stream_options: { include_usage: true },
    ...readTools(tools, toolChoice),
    ...(temperature === undefined ? {} : { temperature: number(temperature, 'temperature', 2) }),
    ...(maxTokens === undefined
      ? {}
      : {
          // The one is deprecated at OpenAI, the other unknown to most servers.
          [isOpenAi ? 'max_completion_tokens' : 'max_tokens']: Math.max(
            1,
            Math.floor(number(maxTokens, 'maxTokens', 1e9)),
          ),
        }),
    ...(stop === undefined
      ? {}
      : { stop: list(stop, 'stop', 16).map((each) => text(each, 'stop')) }),
    ...(responseFormat === undefined
      ? {}
      : { response_format: object(responseFormat, 'responseFormat') }),
  };
}

function readMessage(value: unknown, at: number): Json {
  const where = `messages[${at}]`;
  const { role, content, name, toolCalls, toolCallId } = object(value, where);
  if (!ROLES.has(role)) {
    throw new TypeError(`${where}.role: expected one of ${[...ROLES].join(', ')}`);
  }
  const calls = toolCalls === undefined ? [] : list(toolCalls, `${where}.toolCalls`, MAX_TOOLS);
  if (calls.length > 0 && role !== 'assistant') {
    throw new TypeError(
      `${where}.toolCalls: only a message with the role "assistant" can have tool calls`,
    );
  }
  const mayBeEmpty = calls.length > 0 && (content === undefined || content === null);
  return {
    role,
    content: mayBeEmpty ? null : readContent(content, where),
    ...(name === undefined ? {} : { name: text(name, `${where}.name`) }),
    ...(calls.length === 0 ? {} : { tool_calls: calls.map((call) => readCall(call, where)) }),
    ...(role === 'tool' ? { tool_call_id: text(toolCallId, `${where}.toolCallId`) } : {}),
  };
}

function readCall(value: unknown, where: string): Json {
  const { id, name, arguments: callArguments } = object(value, `${where}.toolCalls`);
  const args =
    typeof callArguments === 'string' ? callArguments : JSON.stringify(callArguments ?? {});
  return {
    id: text(id, `${where}.toolCalls.id`),
    type: 'function',
    function: { name: text(name, `${where}.toolCalls.name`), arguments: args },
  };
}

function readContent(content: unknown, where: string): unknown {
  if (typeof content === 'string') return content;
  return list(content, `${where}.content`, 256).map((part) => {
    const { type, text: words, url } = object(part, `${where}.content`);
    if (type === 'text') return { type, text: text(words, `${where}.content.text`) };
    if (type !== 'image')
      throw new TypeError(`${where}.content: expected parts of the type "text" or "image"`);
    const address = text(url, `${where}.content.url`);
    // The server would fetch any other address, with what the app has written into it.
    if (!/^data:image\/[a-z+.-]+;base64,/i.test(address)) {
      throw new TypeError(`${where}.content.url: expected an image as a base64 data: URL`);
    }
    return { type: 'image_url', image_url: { url: address } };
  });
}

function readTools(tools: unknown, choice: unknown): Json {
  if (choice !== undefined && !CHOICES.has(choice)) {
    throw new TypeError(`toolChoice: expected one of ${[...CHOICES].join(', ')}`);
  }
  const found = tools === undefined ? [] : list(tools, 'tools', MAX_TOOLS);
  if (found.length === 0) return {};
  const read = found.map((tool, at) => {
    const where = `tools[${at}]`;
    const { name, description, parameters } = object(tool, where);
    const called = text(name, `${where}.name`);
    if (!/^[\w-]{1,64}$/.test(called)) {
      throw new TypeError(`${where}.name: expected 1 to 64 letters, digits, _ and -`);
    }
    return {
      type: 'function',
      function: {
        name: called,
        ...(description === undefined
          ? {}
          : { description: text(description, `${where}.description`) }),
        parameters:
          parameters === undefined
            ? { type: 'object', properties: {} }
            : object(parameters, `${where}.parameters`),
      },
    };
  });
  return { tools: read, ...(choice === undefined ? {} : { tool_choice: choice }) };
}

function list(value: unknown, what: string, max: number): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError(`${what}: expected an array`);
  if (value.length > max)
    throw new TypeError(`${what}: expected at most ${max} entries, found ${value.length}`);
  return value as readonly unknown[];
}

function object(value: unknown, what: string): Json {
  if (!isRecord(value)) throw new TypeError(`${what}: expected an object`);
  return value;
}

function text(value: unknown, what: string): string {
  if (typeof value !== 'string') throw new TypeError(`${what}: expected a string`);
  return value;
}

function number(value: unknown, what: string, max: number): number {
  if (typeof value !== 'number' || !(value >= 0 && value <= max)) {
    throw new TypeError(`${what}: expected a number from 0 to ${max}`);
  }
  return value;
}
