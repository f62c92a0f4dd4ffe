/** What waits for a process that does not read is bounded, and nothing of it is out of order. */
import { expect, it } from '@jest/globals';
import type { KeyInput, MouseInput, UserInput } from '../../../runtime/base/input-events.js';
import {
  EventOutbox,
  MAX_HELD,
  MAX_WAITING,
} from '../../../runtime/terminal/frames/event-outbox.js';
import { MessageReader, type DisplayEvent } from '../../../runtime/terminal/frames/wire.js';

const MODIFIERS = { ctrlKey: false, altKey: false, shiftKey: false, metaKey: false };
const key = (text: string): KeyInput => ({
  type: 'key',
  key: text,
  text,
  kind: 'press',
  ...MODIFIERS,
});
const motion = (x: number): MouseInput => ({
  type: 'mouse',
  action: 'move',
  button: 0,
  x,
  y: 0,
  deltaX: 0,
  deltaY: 0,
  ...MODIFIERS,
});
const paste = (size: number): UserInput => ({
  type: 'paste',
  text: 'p'.repeat(size),
  truncated: false,
});

/** An outbox, its reader, and the events that the reader has taken. */
function setUp() {
  const events: DisplayEvent[] = [];
  let waiting: Uint8Array[] = [];
  const reports: boolean[] = [];
  const size = (): number => waiting.reduce((sum, { length }) => sum + length, 0);
  const outbox = new EventOutbox({
    send: (message) => void waiting.push(message.slice()),
    waiting: size,
    onFull: (isFull) => void reports.push(isFull),
  });
  const reader = new MessageReader(
    (_type, body) => {
      const text = new TextDecoder().decode(body).replace(/\0+$/, '');
      events.push(JSON.parse(text) as DisplayEvent);
    },
    () => Infinity,
  );
  const drain = (): void => {
    while (waiting.length > 0) {
      const taken = waiting;
      waiting = [];
      for (const message of taken) reader.feed(message);
      outbox.flush();
    }
  };
  const shown = (): string[] =>
    events.map((event) => {
      if (event.type !== 'input') return event.type;
      const { input } = event;
      if (input.type === 'paste') return `paste ${input.text.length}`;
      return input.type === 'key' ? input.key : input.type === 'mouse' ? `at ${input.x}` : '?';
    });
  return { outbox, size, drain, shown, reports };
}

it('keeps what is typed behind a long paste, in its order', () => {
  const { outbox, drain, shown } = setUp();
  outbox.input(paste(3 * MAX_WAITING));
  expect(outbox.isFull).toBe(true);
  for (const text of 'abc') outbox.input(key(text));
  outbox.input(paste(2 * MAX_WAITING));
  drain();
  outbox.input(key('d'));
  drain();
  expect(shown()).toEqual([
    `paste ${3 * MAX_WAITING}`,
    'a',
    'b',
    'c',
    `paste ${2 * MAX_WAITING}`,
    'd',
  ]);
});

it('sends the last of motion, of sizes and of capabilities', () => {
  const { outbox, drain, shown } = setUp();
  outbox.input(paste(2 * MAX_WAITING));
  for (let x = 0; x < 1000; x++) outbox.input(motion(x));
  outbox.input(key('a'));
  for (let x = 0; x < 10; x++) outbox.input(motion(x));
  for (let width = 1; width < 50; width++) outbox.state({ type: 'resize', width, height: 1 });
  drain();
  expect(shown()).toEqual([`paste ${2 * MAX_WAITING}`, 'resize', 'at 999', 'a', 'at 9']);
});

it('reports that enough waits, drops nothing, and reports that there is room', () => {
  const { outbox, size, drain, shown, reports } = setUp();
  let keys = 0;
  for (; reports.length === 0; keys++) outbox.input(key(String(keys % 10)));
  expect(keys * JSON.stringify(key('0')).length).toBeGreaterThan(MAX_WAITING);
  // What has been read of the terminal already.
  for (const end = keys + 5000; keys < end; keys++) outbox.input(key(String(keys % 10)));
  expect(size()).toBeLessThan(1.1 * MAX_WAITING);
  expect(reports).toEqual([true]);
  drain();
  expect(reports).toEqual([true, false]);
  expect(shown()).toEqual(Array.from({ length: keys }, (_, index) => String(index % 10)));
});

it('drops input without an end where it may, and sends what comes after it was read', () => {
  const { outbox, size, drain, shown } = setUp();
  const keys = 200_000;
  for (let count = 0; count < keys; count++) outbox.input(key('x'), true);
  // All of them would be more.
  expect(keys * JSON.stringify({ type: 'input', input: key('x') }).length).toBeGreaterThan(
    1.2 * MAX_HELD,
  );
  expect(size()).toBeLessThan(1.1 * MAX_WAITING);
  drain();
  const taken = shown().length;
  expect(taken).toBeLessThan(keys);
  outbox.input(key('y'));
  drain();
  expect(shown().slice(taken)).toEqual(['y']);
});
