/** The tools of the Model Context Protocol that an agent calls on a running app. */
import type { Client } from '../client.js';
import { ACTION_PROPERTIES, actionOf, ToolError } from '../agents/action.js';
import { commandItem, describeCommands } from '../agents/commands.js';
import { describeTree } from '../agents/describe.js';

/** A tool as its client sees it. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: {
    readonly type: 'object';
    readonly properties: Readonly<Record<string, object>>;
    readonly required?: readonly string[];
    readonly additionalProperties: false;
  };
  readonly annotations: { readonly title: string; readonly readOnlyHint: boolean };
  /** What the agent reads. @throws ToolError */
  run(client: Client, args: Readonly<Record<string, unknown>>): Promise<string> | string;
}

/** Milliseconds for an app to take an action. One that has not is hung, or its machine is very slow. */
const MAX_ANSWER = 20_000;
/** Milliseconds without a change after which what an action has started is taken for done, and the longest that it is waited for. */
const QUIET = 150;
const MAX_QUIET = 2000;
const DEFAULT_WAIT = 5000;
const MAX_WAIT = 60_000;
const MAX_SIDE = 1000;
/** UTF-16 units, as in a message `text` of the mirror. */
const MAX_TEXT = 4096;
/** UTF-16 units of a key, and bytes of a value as JSON: the mirror ends the connection for more. */
const MAX_KEY = 32;
const MAX_VALUE = 60_000;
/** Keys of one call: the mirror takes 200 messages a second, and what is called next waits for all of them. */
const MAX_KEYS = 100;

const tool = (
  name: string,
  title: string,
  description: string,
  properties: Readonly<Record<string, object>>,
  run: Tool['run'],
  { required = [], reads = false }: { required?: readonly string[]; reads?: boolean } = {},
): Tool => ({
  name,
  description,
  run,
  annotations: { title, readOnlyHint: reads },
  inputSchema: {
    type: 'object',
    properties,
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  },
});

export const TOOLS: readonly Tool[] = [
  tool(
    'read_tree',
    'Read the accessible tree',
    'What the app shows, as roles, names and states, one line each. Elements with actions have [ref=…].',
    {},
    (client) => describeTree(client.tree),
    { reads: true },
  ),
  tool(
    'snapshot',
    'Take a snapshot',
    'The screen: as text, or as JSON with the style of each run of cells, the size and the cursor.',
    { format: { type: 'string', enum: ['text', 'json'], default: 'text' } },
    (client, { format }) => (format === 'json' ? jsonOf(client) : client.text),
    { reads: true },
  ),
  tool(
    'act',
    'Act on an element',
    'Performs an action on an element of read_tree: focus it, press it, set the value of a field or slider, select an option, row or tab. Returns the tree after it.',
    ACTION_PROPERTIES,
    async (client, { ref, action, value }) => {
      const item = client.tree.find((each) => each.ref === ref);
      if (item === undefined) {
        throw new ToolError(`there is no ref ${JSON.stringify(ref)}: read_tree has those of now`);
      }
      if (Buffer.byteLength(JSON.stringify(value ?? '')) > MAX_VALUE) {
        throw new ToolError(`value: expected at most ${MAX_VALUE} bytes`);
      }
      client.act(item, actionOf(action, value));
      return await treeAfter(client);
    },
    { required: ['ref', 'action'] },
  ),
  tool(
    'list_commands',
    'List the commands',
    'What the app can do now, one command a line: its id, its name, its keys, and whether it is disabled or busy.',
    {},
    (client) => describeCommands(client.tree),
    { reads: true },
  ),
  tool(
    'run_command',
    'Run a command',
    'Runs a command of list_commands by its id. Returns the tree after it.',
    { id: { type: 'string', minLength: 1 } },
    async (client, { id }) => {
      client.act(commandItem(client.tree, id), { type: 'press' });
      return await treeAfter(client);
    },
    { required: ['id'] },
  ),
  tool(
    'press_keys',
    'Press keys',
    'Presses keys at the focus, one after the other: "Tab", "Enter", "ArrowDown", "a", "Ctrl+s". Returns the tree after it.',
    { keys: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: MAX_KEYS } },
    async (client, { keys }) => {
      if (!Array.isArray(keys) || keys.length === 0)
        throw new ToolError('keys: expected a non-empty array');
      if (keys.length > MAX_KEYS) throw new ToolError(`keys: expected at most ${MAX_KEYS} of them`);
      for (const key of keys as readonly unknown[]) press(client, String(key));
      return await treeAfter(client);
    },
    { required: ['keys'] },
  ),
  tool(
    'type_text',
    'Type text',
    'Types text into the focused element. Returns the tree after it.',
    { text: { type: 'string', maxLength: MAX_TEXT } },
    async (client, { text }) => {
      if (typeof text !== 'string' || text === '')
        throw new ToolError('text: expected a non-empty string');
      // The mirror would end the connection.
      if (text.length > MAX_TEXT)
        throw new ToolError(`text: expected at most ${MAX_TEXT} characters`);
      client.type(text);
      return await treeAfter(client);
    },
    { required: ['text'] },
  ),
  tool(
    'wait_for',
    'Wait for a text',
    'Waits until the screen shows a text, or with "gone" no longer shows it. Returns the screen.',
    {
      text: { type: 'string', minLength: 1 },
      gone: { type: 'boolean', default: false },
      timeout: {
        type: 'number',
        description: `Milliseconds; default ${DEFAULT_WAIT}, at most ${MAX_WAIT}.`,
      },
    },
    async (client, { text, gone, timeout }) => {
      if (typeof text !== 'string' || text === '')
        throw new ToolError('text: expected a non-empty string');
      const limit = Math.min(MAX_WAIT, typeof timeout === 'number' ? timeout : DEFAULT_WAIT);
      const shouldAppear = gone !== true;
      await client.until(shouldAppear ? text : ({ text: shown }) => !shown.includes(text), limit);
      return client.text;
    },
    { required: ['text'], reads: true },
  ),
  tool(
    'resize',
    'Resize the terminal',
    'Resizes the app, in cells. Returns the screen.',
    {
      width: { type: 'integer', minimum: 1, maximum: MAX_SIDE },
      height: { type: 'integer', minimum: 1, maximum: MAX_SIDE },
    },
    async (client, { width, height }) => {
      const isSide = (side: unknown): side is number =>
        Number.isInteger(side) && Number(side) >= 1 && Number(side) <= MAX_SIDE;
      if (!isSide(width) || !isSide(height)) {
        throw new ToolError(`width and height: expected whole numbers from 1 to ${MAX_SIDE}`);
      }
      client.resize(width, height);
      await client.until((now) => now.width === width && now.height === height, DEFAULT_WAIT);
      return client.text;
    },
    { required: ['width', 'height'] },
  ),
  tool(
    'read_log',
    'Read the log',
    'The log entries of the app, oldest first.',
    {},
    (client) =>
      client.logs
        .slice(-500)
        // A line of a message must not be taken for an entry.
        .map(({ level, message, at }) =>
          `${level} ${message}${at === undefined ? '' : ` (${at})`}`.replaceAll('\n', '\n  '),
        )
        .join('\n') || 'nothing yet',
    { reads: true },
  ),
];

/** `Ctrl+Shift+a` as a key with its modifiers. */
function press(client: Client, written: string): void {
  const parts = written === '+' ? ['+'] : written.split(/\+(?=.)/);
  const key = parts.pop() ?? '';
  const held = new Set(parts.map((part) => part.toLowerCase()));
  for (const part of held) {
    if (!/^(ctrl|alt|shift|meta)$/.test(part)) {
      throw new ToolError(`keys: ${JSON.stringify(written)} has an unknown modifier`);
    }
  }
  if (key.length > MAX_KEY)
    throw new ToolError(`keys: expected at most ${MAX_KEY} characters each`);
  client.press(key === 'Space' ? ' ' : key, {
    ...(held.has('ctrl') ? { ctrl: true } : {}),
    ...(held.has('alt') ? { alt: true } : {}),
    ...(held.has('shift') ? { shift: true } : {}),
    ...(held.has('meta') ? { meta: true } : {}),
  });
}

/**
 * The tree with what came of an action. The app has answered it by then, however slow it is; after that, what it does by
 * itself is waited for until it rests, or goes on for too long.
 */
async function treeAfter(client: Client): Promise<string> {
  let isLate = false;
  try {
    await client.synced(MAX_ANSWER);
  } catch {
    // It has ended, which the code states, or does not answer.
    isLate = client.isOpen;
  }
  const end = performance.now() + MAX_QUIET;
  let seen: unknown[] = [];
  let since = performance.now();
  while (client.isOpen && performance.now() < end && performance.now() - since < QUIET) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    const now = [client.frames, client.tree];
    if (now.some((each, at) => each !== seen[at])) since = performance.now();
    seen = now;
  }
  if (client.exitCode !== undefined) return `the app has ended with code ${client.exitCode}`;
  if (!isLate) return describeTree(client.tree);
  return `the app has not answered for ${MAX_ANSWER / 1000} s; what it showed before:\n${describeTree(client.tree)}`;
}

function jsonOf(client: Client): string {
  const { width, height, title, cursor } = client;
  const rows = Array.from({ length: height }, (_, y) => client.runs(y));
  return JSON.stringify({ width, height, title, cursor, rows });
}
