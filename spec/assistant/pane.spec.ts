/** The assistant beside an app, at the right, at the bottom and where it is narrow: what it shows, asks, stops and does. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ChatPart } from '../../runtime/script/globals/ai-types.js';
import type { UserInput } from '../../runtime/base/input-events.js';
import { Pane } from '../../cli/assistant/pane.js';
import type {
  AssistantService,
  ListenOptions,
  ConversationEntry,
  Voice,
} from '../../cli/assistant/ports.js';
import { AiError } from '../../cli/sandbox/broker/ai/errors.js';
import { usualDivision } from '../../cli/devtools/division.js';
import { pictured, settled, type Pictured } from '../devtools/support/terminal.js';
import '../support/mount.js';

const APP = `<tui><title>Orders</title>
  <container title="Order 7" style="border: rounded; padding: 0 1; gap: 1 0">
    <label for="name">Name</label><input id="name" value="Ada" />
    <checkbox id="gift">Gift</checkbox>
    <container style="flex-direction: row; gap: 2"><button id="save">Save</button><button>Delete</button></container>
  </container></tui>`;
const NO_KEYS = { ctrlKey: false, altKey: false, shiftKey: false, metaKey: false };
const key = (name: string): UserInput => ({ type: 'key', key: name, kind: 'press', ...NO_KEYS });

let folder = '';
let close: (() => void) | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tui-assistant-'));
  writeFileSync(join(folder, 'app.tui'), APP);
});
afterEach(() => {
  close?.();
  rmSync(folder, { recursive: true, force: true });
});

const text = (words: string): ChatPart => ({ type: 'text', text: words });
const act = (ref: string | undefined, action: string, value?: string): ChatPart => ({
  type: 'tool-call',
  id: `c${ref ?? ''}${action}`,
  name: 'act',
  arguments: JSON.stringify({ ref, action, value }),
});
const finish: ChatPart = {
  type: 'finish',
  reason: 'stop',
  model: 'small',
  usage: { inputTokens: 420, outputTokens: 37 },
};

/** A microphone into which a spec speaks. */
class FakeVoice implements Voice {
  current: ListenOptions | undefined;
  stops = 0;
  #settle: { resolve(words: string): void; reject(error: Error): void } | undefined;

  async listen(options: ListenOptions): Promise<string> {
    this.current = options;
    return await new Promise<string>((resolve, reject) => {
      this.#settle = { resolve, reject };
      const { signal } = options;
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
  }

  end(words: string | Error): void {
    if (words instanceof Error) this.#settle?.reject(words);
    else this.#settle?.resolve(words);
    this.current = undefined;
  }

  stop(): void {
    this.stops++;
  }

  close(): void {
    this.end(new Error('closed'));
  }
}

type Answer = readonly ChatPart[] | Error | 'waits';

interface Open extends Pictured {
  readonly requests: object[];
  readonly acted: string[];
  readonly conversation: ConversationEntry[];
  readonly voice: FakeVoice;
  refOf(role: string, name: string): string | undefined;
  press(...keys: readonly string[]): Promise<void>;
  type(words: string): Promise<void>;
  settle(): Promise<void>;
  screen(): string;
  /** Moves the clock on, past the time in which keys do not count. */
  wait(ms?: number): void;
}

async function open(
  size: { width: number; height: number },
  answers: (open: Open) => readonly Answer[],
  { theme = 'fullcolor-dark', problem = undefined as string | undefined } = {},
): Promise<Open> {
  const found = pictured(join(folder, 'app.tui'), size, { theme });
  const { app, terminal, display } = found;
  for (let count = 0; count === 0 || (app.pending && count < 9); count++) app.frame();
  const side = display.divider!.open(usualDivision(size));
  app.frame();
  let clock = 1000;
  const requests: object[] = [];
  const acted: string[] = [];
  const conversation: ConversationEntry[] = [];
  let waiting: readonly Answer[] | undefined;
  const service: AssistantService = {
    host: problem === undefined ? 'api.example.com' : undefined,
    model: 'small',
    problem,
    open: async (request, signal) => {
      requests.push(JSON.parse(JSON.stringify(request)) as object);
      waiting ??= answers(result);
      const [answer = [text('Nothing more.'), finish], ...rest] = waiting;
      waiting = rest;
      await Promise.resolve();
      if (answer instanceof Error) throw answer;
      return parts(answer, signal);
    },
    speech: {
      gain: 1,
      isExternal: false,
      isReplayed: false,
      transcribe: () => Promise.resolve(''),
    },
    close: () => undefined,
  };
  const voice = new FakeVoice();
  const pane = new Pane({
    side,
    service,
    voice,
    conversation,
    theme,
    env: {},
    now: () => clock,
    app: {
      read: () => Promise.resolve({ title: app.document.title, items: app.accessibleItems(true) }),
      act: (ref, action) => {
        acted.push(`${action.type} ${ref}`);
        return Promise.resolve(app.operate(ref, action));
      },
    },
    copy: () => Promise.resolve(),
    usual: (place) => usualDivision(size, place),
    remember: () => undefined,
    onClose: () => undefined,
  });
  side.hasKeyboard = true;
  void pane.run();
  close = () => {
    pane.close();
    app.stop();
  };
  const whole = { x: 0, y: 0, ...size };
  const screen = (): string => terminal.screen(whole, theme).text();
  const settle = (): Promise<void> => settled(found);
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const each of keys) {
      terminal.input(key(each));
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await settle();
  };
  const result: Open = {
    ...found,
    requests,
    acted,
    conversation,
    voice,
    press,
    settle,
    screen,
    type: async (words) => await press(...words, 'Enter'),
    refOf: (role, name) =>
      app.accessibleItems().find((item) => item.role === role && item.name === name)?.ref,
    wait: (ms = 1000) => (clock += ms),
  };
  await settle();
  return result;
}

async function* parts(answer: readonly ChatPart[] | 'waits', signal: AbortSignal) {
  if (answer !== 'waits') {
    yield* answer;
    return;
  }
  yield text('It begins');
  await new Promise((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason as Error)),
  );
}

const ANSWER = [
  text('This is **order 7**:\n\n- its name is `Ada`\n- it is no gift\n'),
  finish,
] as const;
const proposing = ({ refOf }: Open): readonly Answer[] => [
  ANSWER,
  [
    text('I will rename and save it.'),
    act(refOf('textbox', 'Name'), 'set', 'Grace'),
    act(refOf('button', 'Save'), 'press'),
    finish,
  ],
  [text('It is saved.'), finish],
];

describe.each([
  [{ width: 120, height: 40 }, 'fullcolor-dark'],
  [{ width: 80, height: 24 }, 'fullcolor-std'],
  [{ width: 40, height: 20 }, 'fullcolor-dark'],
] as const)('at %o in %s', (size, theme) => {
  const name = (step: string): string => `assistant-${size.width}x${size.height}-${step}`;

  it('answers, proposes and does what is confirmed', async () => {
    const found = await open(size, proposing, { theme });
    const { terminal } = found;
    const whole = { x: 0, y: 0, ...size };
    await found.type('What is this?');
    expect(terminal.screen(whole, theme)).toMatchScreen(name('answer'));
    await found.type('Call her Grace, and save');
    expect(terminal.screen(whole, theme)).toMatchScreen(name('proposal'));
    expect(found.acted).toEqual([]);
    found.wait();
    await found.press('y');
    expect(terminal.screen(whole, theme)).toMatchScreen(name('done'));
    expect(found.acted).toHaveLength(2);
  });
});

const SMALL = { width: 100, height: 24 };

describe('the assistant', () => {
  it('shows where questions go before anything is sent', async () => {
    const { requests, screen } = await open(SMALL, () => []);
    expect(screen()).toContain('Sent to api.example.com (small)');
    expect(requests).toEqual([]);
  });

  it('says what to do without a service, and sends nothing', async () => {
    const problem = 'no AI service is set up: set the key of a provider';
    const found = await open(SMALL, () => [], { problem });
    await found.type('Hi');
    expect(found.screen()).toContain('set the key of a provider');
    expect(found.requests).toEqual([]);
  });

  it('counts no key before the list was to be read, and only y for yes', async () => {
    const found = await open(SMALL, ({ refOf }) => [
      [act(refOf('button', 'Save'), 'press'), finish],
    ]);
    await found.type('Save');
    await found.press('y', 'Enter', ' ');
    expect(found.acted).toEqual([]);
    found.wait();
    await found.press('Enter', ' ', 'Tab', 'x');
    expect(found.acted).toEqual([]);
    expect(found.screen()).toContain('Press the button "Save" in the group "Order 7"');
    await found.press('n');
    expect(found.acted).toEqual([]);
    expect(JSON.stringify(found.requests.at(-1))).toContain('the user has declined it');
  });

  it('counts no letter of a text that is being typed', async () => {
    const found = await open(SMALL, ({ refOf }) => [
      [act(refOf('button', 'Save'), 'press'), finish],
    ]);
    await found.type('Save');
    for (const key of 'are they') {
      found.wait(200);
      await found.press(key === ' ' ? 'Space' : key);
    }
    expect(found.acted).toEqual([]);
    // Control: the same key after a pause.
    found.wait();
    await found.press('y');
    expect(found.acted).toHaveLength(1);
  });

  it('does nothing with what has changed between the proposal and the yes', async () => {
    const found = await open(SMALL, ({ refOf }) => [
      [act(refOf('button', 'Save'), 'press'), finish],
    ]);
    await found.type('Save');
    found.app.document.getElementById('save')!.textContent = 'Delete all';
    found.wait();
    await found.press('y');
    expect(found.acted).toEqual([]);
    expect(JSON.stringify(found.requests.at(-1))).toContain('the screen has changed');
  });

  it.each([
    ['a stale reference', { ref: '99999', action: 'press' }, 'there is no such ref'],
    ['no reference', { action: 'press' }, 'there is no such ref'],
    ['an unknown action', { ref: 'NAME', action: 'explode' }, 'expected focus, press'],
    ['a hidden value', { ref: 'NAME', action: 'set', value: 'a\u202eb' }, 'the user can see'],
    ['a long value', { ref: 'NAME', action: 'set', value: 'x'.repeat(501) }, 'at most 500'],
  ])('refuses %s, and the model reads why', async (_, args, reason) => {
    const found = await open(SMALL, ({ refOf }) => {
      const json = JSON.stringify(args).replace('NAME', refOf('textbox', 'Name') ?? '');
      return [[{ type: 'tool-call', id: 'c', name: 'act', arguments: json }, finish]];
    });
    await found.type('Go');
    expect(found.screen()).not.toContain('y: do it');
    expect(JSON.stringify(found.requests[1])).toContain(reason);
  });

  it('writes down at F7 what is said, and asks it at Enter', async () => {
    const found = await open(SMALL, () => [ANSWER]);
    const { voice } = found;
    await found.press('a', 'F7');
    expect(found.screen()).toContain('Listening (F7: done, Esc: stop)');
    voice.current?.onLevel({ level: 0.1, clipped: true });
    await found.settle();
    expect(found.screen()).toContain('Listening ▮▮▮ too loud');
    // Nothing is asked meanwhile, and F7 ends it.
    await found.press('Enter', 'F7');
    expect([found.requests.length, voice.stops]).toEqual([0, 1]);
    voice.current?.onRecorded();
    await found.settle();
    expect(found.screen()).toContain('Writing down');
    voice.end(' What is\n\u001b[31m this? ');
    await found.settle();
    expect(found.screen()).not.toMatch(/Writing|Listening/);
    expect(found.requests).toEqual([]);
    await found.press('Enter');
    expect(found.conversation[0]).toMatchObject({
      by: 'user',
      text: expect.stringMatching(/^a What is .*this\?$/u) as unknown,
    });
    expect(found.requests).toHaveLength(1);
  });

  it('leaves a recording at Escape, and says why there is none', async () => {
    const found = await open(SMALL, () => [ANSWER]);
    const { voice } = found;
    await found.press('F7');
    const { signal } = voice.current ?? {};
    await found.press('Escape');
    expect(signal?.aborted).toBe(true);
    expect(found.screen()).not.toContain('Listening');
    await found.press('F7');
    voice.end(new Error('found no program that records sound'));
    await found.settle();
    expect(found.screen()).toContain('found no program that records sound');
    // The keyboard is still here: the next one is none of the app's.
    await found.press('F7');
    expect(voice.current).toBeDefined();
    close?.();
    expect(voice.current).toBeUndefined();
  });

  it('stops an answer at Escape, and keeps what came of it', async () => {
    const found = await open(SMALL, () => ['waits']);
    await found.type('Hi');
    expect(found.screen()).toContain('(Esc: stop)');
    await found.press('Escape');
    expect(found.screen()).toMatch(/It begins[^]*Stopped\./);
    expect(found.conversation.map(({ by }) => by)).toEqual(['user', 'assistant']);
  });

  it('says what went wrong and what to do, and keeps the question', async () => {
    const error = new AiError('ai-unreachable', 'api.example.com cannot be reached (ENOTFOUND)');
    const found = await open(SMALL, () => [error, ANSWER]);
    await found.type('Hi there');
    expect(found.screen()).toContain('cannot be reached (ENOTFOUND). Check the network');
    await found.press('Enter');
    expect(found.screen()).toContain('its name is Ada');
    expect(found.requests).toHaveLength(2);
  });

  it('sends earlier words again, and only the last screen', async () => {
    const found = await open(SMALL, () => [ANSWER, ANSWER]);
    await found.type('One');
    await found.type('Two');
    const { messages } = found.requests[1] as { messages: readonly { content: string }[] };
    const screens = messages.filter(({ content }) => content.includes('What the app shows now'));
    expect(screens).toHaveLength(1);
    expect(messages.map(({ content }) => content)).toEqual(
      expect.arrayContaining(['One', 'Two', expect.stringContaining('order 7')]),
    );
  });

  it('stops after some steps that the user has not asked about', async () => {
    const reading: ChatPart = { type: 'tool-call', id: 'r', name: 'read_screen', arguments: '' };
    const found = await open(SMALL, () => Array<Answer>(20).fill([reading, finish]));
    await found.type('Go on');
    expect(found.requests).toHaveLength(8);
    expect(found.screen()).toContain('Stopped after 8 steps');
  });

  it('leaves the app’s focus and tree as they are until something is confirmed', async () => {
    const found = await open(SMALL, proposing);
    const before = JSON.stringify(found.app.accessibleItems());
    await found.type('What is this?');
    await found.type('Rename it');
    expect(JSON.stringify(found.app.accessibleItems())).toBe(before);
  });
});
