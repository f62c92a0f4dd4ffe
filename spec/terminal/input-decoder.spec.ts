import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { InputDecoder, type InputDecoderOptions } from '../../runtime/terminal/input/decoder.js';
import type { KeyInput, MouseInput, TerminalInput } from '../../runtime/base/input-events.js';
import { propertyRuns } from '../support/property-runs.js';

const never = (): (() => void) => () => undefined;

function decode(input: string | Uint8Array, options: InputDecoderOptions = {}): TerminalInput[] {
  const events: TerminalInput[] = [];
  const decoder = new InputDecoder((event) => events.push(event), { setTimer: never, ...options });
  decoder.feed(typeof input === 'string' ? Buffer.from(input) : input);
  decoder.flush();
  return events;
}

/** `Ctrl+Shift+ArrowUp`, with the text that is typed and the kind where it is no press. */
function show(event: TerminalInput): string {
  if (event.type === 'mouse') return showMouse(event);
  if (event.type === 'paste')
    return `paste ${JSON.stringify(event.text)}${event.truncated ? ' cut' : ''}`;
  if (event.type === 'focus') return event.focused ? 'focus' : 'blur';
  if (event.type === 'reply') return JSON.stringify(event.reply);
  return showKey(event);
}

function modifiers(event: KeyInput | MouseInput): string {
  return [
    event.ctrlKey ? 'Ctrl+' : '',
    event.altKey ? 'Alt+' : '',
    event.shiftKey ? 'Shift+' : '',
    event.metaKey ? 'Meta+' : '',
  ].join('');
}

function showKey(event: KeyInput): string {
  const text = event.text === undefined ? '' : ` types ${event.text}`;
  const kind = event.kind === 'press' ? '' : ` ${event.kind}`;
  const code = event.code === undefined || event.code === event.key ? '' : ` (${event.code})`;
  return `${modifiers(event)}${event.key}${code}${text}${kind}`;
}

function showMouse(event: MouseInput): string {
  const wheel = event.action === 'wheel' ? ` ${event.deltaX},${event.deltaY}` : '';
  return `${modifiers(event)}${event.action} ${event.button} at ${event.x},${event.y}${wheel}`;
}

const RECORDED: [string, string, string[]][] = [
  ['letters', 'aA é', ['a types a', 'Shift+A types A', '  types  ', 'é types é']],
  ['wide and astral', '世😀', ['世 types 世', '😀 types 😀']],
  ['controls', '\r\n\t\x7f\b', ['Enter', 'Enter', 'Tab', 'Backspace', 'Backspace']],
  ['Ctrl', '\x01\x1a\x00\x1c', ['Ctrl+a', 'Ctrl+z', 'Ctrl+ ', 'Ctrl+\\']],
  ['arrows', '\x1b[A\x1b[B\x1bOC\x1bOD', ['ArrowUp', 'ArrowDown', 'ArrowRight', 'ArrowLeft']],
  ['home and end', '\x1b[H\x1b[F\x1b[1~\x1b[4~\x1bOH', ['Home', 'End', 'Home', 'End', 'Home']],
  ['editing keys', '\x1b[2~\x1b[3~\x1b[5~\x1b[6~', ['Insert', 'Delete', 'PageUp', 'PageDown']],
  [
    'function keys',
    '\x1bOP\x1b[15~\x1b[24~\x1b[25~\x1b[34~\x1b[[A',
    ['F1', 'F5', 'F12', 'F13', 'F20', 'F1'],
  ],
  [
    'xterm modifiers',
    '\x1b[1;2A\x1b[1;5C\x1b[3;3~\x1b[1;8H\x1b[1;2P',
    ['Shift+ArrowUp', 'Ctrl+ArrowRight', 'Alt+Delete', 'Ctrl+Alt+Shift+Home', 'Shift+F1'],
  ],
  ['F3 and its modifiers', '\x1b[1;2R\x1bOR', ['Shift+F3', 'F3']],
  ['back-tab', '\x1b[Z', ['Shift+Tab']],
  [
    'rxvt',
    '\x1b[a\x1bOa\x1b[3$\x1b[3^\x1b[7@',
    ['Shift+ArrowUp', 'Ctrl+ArrowUp', 'Shift+Delete', 'Ctrl+Delete', 'Ctrl+Shift+Home'],
  ],
  [
    'Alt',
    '\x1ba\x1bB\x1b\r\x1b\x7f\x1bé\x1b\x01',
    ['Alt+a', 'Alt+Shift+B', 'Alt+Enter', 'Alt+Backspace', 'Alt+é', 'Ctrl+Alt+a'],
  ],
  ['Alt by a second escape', '\x1b\x1b[A\x1b\x1bOB', ['Alt+ArrowUp', 'Alt+ArrowDown']],
  ['Escape before a key', '\x1b\x1bx', ['Escape', 'Alt+x']],
  ['Escape thrice', '\x1b\x1b\x1b', ['Escape', 'Escape', 'Escape']],
  ['Alt+[ and Alt+O', '\x1b[', ['Alt+[']],
  ['the keypad', '\x1bOp\x1bOM\x1bOj', ['0 types 0', 'Enter', '* types *']],
  [
    'kitty',
    '\x1b[97u\x1b[97;5u\x1b[97:65;2u\x1b[27u\x1b[13;2u\x1b[57443u',
    [
      'a (KeyA) types a',
      'Ctrl+a (KeyA)',
      'Shift+A (KeyA) types A',
      'Escape',
      'Shift+Enter',
      'Alt (AltLeft)',
    ],
  ],
  [
    'kitty event kinds',
    '\x1b[97;1:2u\x1b[97;1:3u\x1b[1;1:3A\x1b[3;5:2~',
    ['a (KeyA) types a repeat', 'a (KeyA) release', 'ArrowUp release', 'Ctrl+Delete repeat'],
  ],
  [
    'kitty text and layout',
    '\x1b[1089::99;;1089u\x1b[57400;129u\x1b[97;9u',
    ['с (KeyC) types с', '1 (Numpad1) types 1', 'Meta+a (KeyA)'],
  ],
  ['modifyOtherKeys', '\x1b[27;5;105~\x1b[27;2;13~', ['Ctrl+i (KeyI)', 'Shift+Enter']],
  [
    'mouse buttons',
    '\x1b[<0;1;1M\x1b[<0;10;5m\x1b[<18;3;4M\x1b[<128;1;1M',
    ['press 0 at 0,0', 'release 0 at 9,4', 'Ctrl+press 2 at 2,3', 'press 3 at 0,0'],
  ],
  [
    'mouse motion',
    '\x1b[<35;7;8M\x1b[<32;7;8M\x1b[<42;7;8M',
    ['move -1 at 6,7', 'drag 0 at 6,7', 'Alt+drag 2 at 6,7'],
  ],
  [
    'the wheel',
    '\x1b[<64;2;3M\x1b[<65;2;3M\x1b[<66;2;3M\x1b[<71;2;3M',
    [
      'wheel -1 at 1,2 0,-1',
      'wheel -1 at 1,2 0,1',
      'wheel -1 at 1,2 -1,0',
      'Shift+wheel -1 at 1,2 1,0',
    ],
  ],
  ['the old mouse', '\x1b[M !!a', ['a types a']],
  ['focus', '\x1b[I\x1b[O', ['focus', 'blur']],
  ['a paste', '\x1b[200~a\r\nb\x1b[31m\tc\x1b[201~d', ['paste "a\\nb[31m\\tc"', 'd types d']],
  ['an empty paste', '\x1b[200~\x1b[201~', ['paste ""']],
  ['a paste with half an end mark', '\x1b[200~x\x1b[20\x1b[201~', ['paste "x[20"']],
  ['a paste without an end', '\x1b[200~abc', ['paste "abc" cut']],
  [
    'a background colour',
    '\x1b]11;rgb:1e1e/1e1e/2e2e\x1b\\',
    ['{"name":"background","red":30,"green":30,"blue":46}'],
  ],
  [
    'a foreground colour, ended by BEL',
    '\x1b]10;#ff8000\x07x',
    ['{"name":"foreground","red":255,"green":128,"blue":0}', 'x types x'],
  ],
  ['device attributes', '\x1b[?62;22c', ['{"name":"attributes","parameters":[62,22]}']],
  ['a mode report', '\x1b[?2026;2$y', ['{"name":"mode","mode":2026,"state":2}']],
  ['kitty flags', '\x1b[?5u', ['{"name":"keyboard","flags":5}']],
  [
    'a cursor report',
    '\x1b[24;80R\x1b[?1;2R',
    ['{"name":"cursor","x":79,"y":23}', '{"name":"cursor","x":1,"y":0}'],
  ],
  ['a version', '\x1bP>|kitty(0.35.1)\x1b\\', ['{"name":"version","text":"kitty(0.35.1)"}']],
  ['a colour scheme', '\x1b[?997;1n', ['{"name":"colorScheme","dark":true}']],
  [
    'unknown sequences',
    '\x1b[?1;2;3p\x1b[>1;2c\x1b[99~\x1bO1;2z\x1b]52;c;aGk=\x07\x1b_Gi=1;OK\x1b\\\x1bP1$r0m\x1b\\x',
    ['x types x'],
  ],
  [
    'a key that breaks a sequence off',
    '\x1b[1;\x03\x1b]11;rgb\x03\x1b]11;\x1b[A',
    ['Ctrl+c', 'Ctrl+c', 'ArrowUp'],
  ],
  ['C1 controls as text', '\u009b\u0085x', ['x types x']],
];

describe('InputDecoder', () => {
  it.each(RECORDED)('decodes %s', (_name, input, events) => {
    expect(decode(input).map(show)).toEqual(events);
  });

  it('gives the same events wherever the input is split', () => {
    const all = Buffer.from(
      RECORDED.slice(0, -1)
        .map(([, input]) => input)
        .join('\x1b[I'),
    );
    const whole = decode(all);
    for (let at = 0; at <= all.length; at++) {
      const events: TerminalInput[] = [];
      const decoder = new InputDecoder((event) => events.push(event), { setTimer: never });
      decoder.feed(all.subarray(0, at));
      decoder.feed(all.subarray(at));
      decoder.flush();
      expect(events).toEqual(whole);
    }
    const single: TerminalInput[] = [];
    const decoder = new InputDecoder((event) => single.push(event), { setTimer: never });
    for (const byte of all) decoder.feed(Uint8Array.of(byte));
    decoder.flush();
    expect(single).toEqual(whole);
  });

  it('drops malformed UTF-8 and keeps what follows', () => {
    expect(
      decode(Uint8Array.of(0xff, 0xc0, 0x80, 0xe4, 0x61, 0xed, 0xa0, 0x80, 0x62)).map(show),
    ).toEqual(['a types a', 'b types b']);
  });

  it('tells Escape from a sequence by the timer alone', () => {
    const events: TerminalInput[] = [];
    let ring: (() => void) | undefined;
    let delay = 0;
    const decoder = new InputDecoder((event) => events.push(event), {
      escapeDelay: 25,
      sequenceTimeout: 700,
      setTimer: (callback, ms) => {
        ring = callback;
        delay = ms;
        return () => (ring = undefined);
      },
    });
    const feed = (text: string): void => decoder.feed(Buffer.from(text));
    feed('\x1b');
    expect([events.length, delay]).toEqual([0, 25]);
    ring?.();
    expect(events.splice(0).map(show)).toEqual(['Escape']);
    feed('\x1b');
    feed('[A');
    expect(ring).toBeUndefined();
    expect(events.splice(0).map(show)).toEqual(['ArrowUp']);
    feed('\x1b[');
    ring?.();
    expect(events.splice(0).map(show)).toEqual(['Alt+[']);
    feed('\x1b]11;rgb:12');
    expect(delay).toBe(700);
    ring?.();
    feed('q');
    expect(events.splice(0).map(show)).toEqual(['q types q']);
    expect(ring).toBeUndefined();
  });

  describe('a paste', () => {
    const events: TerminalInput[] = [];
    let ring: (() => void) | undefined;
    let delay = 0;
    const decoder = new InputDecoder((event) => events.push(event), {
      setTimer: (callback, ms) => {
        ring = callback;
        delay = ms;
        return () => (ring = undefined);
      },
    });
    const feed = (text: string): string[] => {
      decoder.feed(Buffer.from(text));
      return events.splice(0).map(show);
    };
    /** Lets the time of a timer pass. */
    const pass = (ms: number): string[] => {
      expect(delay).toBe(ms);
      const due = ring;
      ring = undefined;
      due?.();
      return events.splice(0).map(show);
    };

    it('is one, however long it pauses', () => {
      expect(feed('\x1b[200~first\r')).toEqual([]);
      for (let count = 0; count < 3; count++) {
        expect(pass(200)).toEqual([]);
        expect(feed('line\r')).toEqual([]);
      }
      expect(feed('\x1b[201~q')).toEqual(['paste "first\\nline\\nline\\nline\\n"', 'q types q']);
      expect(ring).toBeUndefined();
    });

    it.each(['\x03', '\x1b[99;5u', '\x1b[99;5:1u', '\x1b[27;5;99~'])(
      'without an end is over at Ctrl+C after a silence: %j',
      (interrupt) => {
        feed('\x1b[200~half\x1b[2');
        pass(200);
        expect(feed(interrupt)).toEqual([
          'paste "half[2" cut',
          'Ctrl+c (KeyC)'.replace(interrupt === '\x03' ? ' (KeyC)' : '', ''),
        ]);
        expect(ring).toBeUndefined();
      },
    );

    it('has what is Ctrl+C elsewhere as text without a silence, or among other bytes', () => {
      feed('\x1b[200~a');
      expect(feed('\x03')).toEqual([]);
      pass(200);
      expect(feed('\x03b')).toEqual([]);
      expect(feed('\x1b[201~')).toEqual(['paste "ab"']);
    });

    it('without an end is over after a minute without a byte', () => {
      feed('\x1b[200~half');
      expect(pass(200)).toEqual([]);
      expect(pass(59_800)).toEqual(['paste "half" cut']);
      expect(feed('q')).toEqual(['q types q']);
    });

    it('comes in pieces where it is long, cut at no character and no line break', () => {
      const text = `${'é表👩‍👩‍👧\r\n'.repeat(300)}\r\r\n\x1b[20\x1b`;
      const read = text.replace(/\r\n?/g, '\n').replaceAll('\x1b', '');
      for (const pasteSize of [1, 2, 3, 7, 100, 1_000_000]) {
        const found = decode(`\x1b[200~${text}\x1b[201~y`, { pasteSize });
        expect(found.pop()).toMatchObject({ type: 'key', key: 'y' });
        const pieces = found.map((event) => (event.type === 'paste' ? event.text : undefined));
        expect(pieces.join('')).toBe(read);
        expect(Math.max(...pieces.map((each) => Buffer.byteLength(each ?? '')))).toBeLessThan(
          pasteSize + 10,
        );
      }
    });
  });

  describe('a sequence whose ESC came too early', () => {
    const rest = '[<35;5;2M';
    const timed = (...chunks: readonly string[]): string[] => {
      const events: TerminalInput[] = [];
      let ring: (() => void) | undefined;
      const decoder = new InputDecoder((event) => events.push(event), {
        setTimer: (callback) => {
          ring = callback;
          return () => (ring = undefined);
        },
      });
      for (const chunk of chunks) {
        if (chunk === 'wait') ring?.();
        else decoder.feed(Buffer.from(chunk));
      }
      return events.map(show);
    };

    it('is never typed where it is a report of the mouse, wherever it is split', () => {
      const mouse = ['Escape', 'move -1 at 4,1', 'q types q'];
      expect(timed('\x1b', 'wait', rest, 'q')).toEqual(mouse);
      for (let at = 1; at < rest.length; at++) {
        expect(timed('\x1b', 'wait', rest.slice(0, at), rest.slice(at), 'q')).toEqual(mouse);
      }
      expect(timed('\x1b', 'wait', '[<35;5', 'wait', 'q')).toEqual(['Escape', 'q types q']);
    });

    it('counts at most ESC and [ as keys', () => {
      const move = ['move -1 at 4,1', 'q types q'];
      const late = rest.slice(1);
      expect(timed('\x1b', 'wait', '[', 'wait', late, 'q')).toEqual([
        'Escape',
        '[ types [',
        ...move,
      ]);
      for (let at = 0; at < late.length; at++) {
        const parts = [late.slice(0, at), late.slice(at)];
        expect(timed('\x1b[', 'wait', ...parts, 'q')).toEqual(['Alt+[', ...move]);
      }
    });

    it('may be the mark before a paste, which presses no Enter', () => {
      const paste = '[200~a\rb\x1b[201~';
      const pasted = ['paste "a\\nb"', 'q types q'];
      for (let at = 0; at < 5; at++) {
        const parts = [paste.slice(0, at), paste.slice(at)];
        expect(timed('\x1b', 'wait', ...parts, 'q')).toEqual(['Escape', ...pasted]);
      }
      expect(timed('\x1b[', 'wait', paste.slice(1), 'q')).toEqual(['Alt+[', ...pasted]);
    });

    it('is distinguished from keys typed after Escape', () => {
      const typed = (...keys: string[]): string[] => [
        'Escape',
        ...keys.map((key) => `${key} types ${key}`),
      ];
      expect(timed('\x1b', 'wait', '[', 'wait', 'q')).toEqual(typed('[', 'q'));
      expect(timed('\x1b', 'wait', '[q')).toEqual(typed('[', 'q'));
      expect(timed('\x1b', 'wait', '[', 'wait', '<', 'wait', '1')).toEqual(typed('[', '<', '1'));
      expect(timed('\x1b', 'wait', '[20', 'wait', '0')).toEqual(typed('[', '2', '0', '0'));
      expect(timed('\x1b[', 'wait', '<', 'wait', 'é')).toEqual(['Alt+[', '< types <', 'é types é']);
      expect(timed('\x1b', 'wait', '[<a')).toEqual(typed('[', '<', 'a'));
      expect(timed('\x1b', 'wait', '[<1;2q')).toEqual(typed('[', '<', '1', ';', '2', 'q'));
      expect(timed('\x1b', 'wait', 'a[<1;2;3M')).toEqual(
        typed('a', '[', '<', '1', ';', '2', ';', '3').concat('Shift+M types M'),
      );
    });
  });

  it('reads what has come before Escape is over, also where the process has paused meanwhile', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tui-decoder-'));
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(join(folder, 's'), resolve));
    const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve));
    const reader = connect(join(folder, 's'));
    const terminal = await accepted;
    const escapeDelay = 10;
    const keys: string[] = [];
    try {
      await new Promise<void>((resolve) => {
        const decoder = new InputDecoder(
          (event) => {
            keys.push(show(event));
            if (keys.at(-1) === 'q types q') resolve();
          },
          { escapeDelay },
        );
        reader.on('data', (bytes) => {
          decoder.feed(bytes as Uint8Array);
          if (bytes.length > 1) return;
          // Outside of the reading of sockets: the rest is there, and the time of Escape is over, before the next one.
          setImmediate(() => {
            terminal.write('[Aq');
            const end = performance.now() + 2 * escapeDelay;
            while (performance.now() < end);
          });
        });
        terminal.write('\x1b');
      });
      expect(keys).toEqual(['ArrowUp', 'q types q']);
    } finally {
      for (const each of [reader, terminal]) each.destroy();
      server.close();
      rmSync(folder, { recursive: true });
    }
  });

  it('bounds sequences and strings', () => {
    expect(decode(`\x1b[${'1;'.repeat(100_000)}Aq`).map(show)).toEqual(['q types q']);
    expect(decode(`\x1b]11;${'a'.repeat(1_000_000)}\x07q`).map(show)).toEqual(['q types q']);
  });

  it('takes any bytes, emits only well-formed events, and splits make no difference', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      fc
        .array(
          fc.constantFrom(
            0x1b,
            0x5b,
            0x4f,
            0x5d,
            0x50,
            0x3b,
            0x3f,
            0x3c,
            0x31,
            0x32,
            0x30,
            0x7e,
            0x4d,
            0x75,
            0x07,
            0x5c,
            0xe4,
            0xb8,
            0x96,
            0x24,
          ),
          { maxLength: 60 },
        )
        .map((list) => Uint8Array.from(list)),
    );
    fc.assert(
      fc.property(bytes, fc.nat(60), (input, at) => {
        const whole = decode(input);
        for (const event of whole) {
          if (event.type !== 'key') continue;
          expect(event.key).not.toMatch(/^$|[\u0000-\u001f\u007f-\u009f]/);
          expect(event.text ?? '').not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
        }
        const events: TerminalInput[] = [];
        const decoder = new InputDecoder((event) => events.push(event), { setTimer: never });
        decoder.feed(input.subarray(0, at));
        decoder.feed(input.subarray(at));
        decoder.flush();
        expect(events).toEqual(whole);
      }),
      { numRuns: propertyRuns(2000) },
    );
  });
});

describe('an answer in pieces', () => {
  const replies = (expecting: boolean): string[] => {
    const waits: number[] = [];
    const told: string[] = [];
    let late: (() => void) | undefined;
    const decoder = new InputDecoder((event) => told.push(show(event)), {
      setTimer: (callback, ms) => {
        waits.push(ms);
        late = callback;
        return () => (late = undefined);
      },
    });
    if (expecting) decoder.expectReply(3000);
    decoder.feed(Buffer.from('\x1b'));
    // A pause of 100 ms: longer than Escape waits, shorter than an answer may take.
    if ((waits.at(-1) ?? 0) <= 100) late?.();
    decoder.feed(Buffer.from('[?62c'));
    decoder.flush();
    return told;
  };

  it('is not taken for keys while the terminal owes one', () => {
    expect(replies(true)).toEqual(['{"name":"attributes","parameters":[62]}']);
  });

  it('leaves Escape quick otherwise', () => {
    expect(replies(false)[0]).toBe('Escape');
  });
});
