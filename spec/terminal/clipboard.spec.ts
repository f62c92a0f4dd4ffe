import { describe, expect, it } from '@jest/globals';
import {
  Clipboard,
  LOCAL_LIMIT,
  OSC52_LIMIT,
  type ClipboardOptions,
} from '../../runtime/terminal/clipboard.js';

function clipboard(
  env: Record<string, string>,
  local: (text: string) => Promise<void>,
  timeout = 1000,
  byTmux: ClipboardOptions['copyByTmux'] = () => Promise.reject(new Error('not in tmux')),
) {
  const sent: string[] = [];
  const copied: string[] = [];
  const made = new Clipboard({
    env,
    timeout,
    copyByTmux: byTmux,
    send: (sequence) => sent.push(sequence),
    writeLocal: async (text) => {
      await local(text);
      copied.push(text);
    },
  });
  return { made, sent, copied };
}
const works = (): Promise<void> => Promise.resolve();
const fails = (): Promise<void> => Promise.reject(new Error('no display'));

describe('Clipboard', () => {
  it('uses the system, and knows that it worked', async () => {
    const { made, sent, copied } = clipboard({}, works);
    expect(await made.copy('hé\x1b')).toEqual({ how: 'confirmed' });
    expect([copied, sent]).toEqual([['hé\x1b'], []]);
  });

  it.each(['SSH_TTY', 'SSH_CONNECTION', 'SSH_CLIENT'])(
    'asks the terminal over SSH (%s)',
    async (name) => {
      const { made, sent, copied } = clipboard({ [name]: 'x' }, works);
      expect(await made.copy('hé')).toEqual({ how: 'sent' });
      expect([copied, sent]).toEqual([[], ['\x1b]52;c;aMOp\x1b\\']]);
    },
  );

  it('asks the terminal where the system has no tool, or one that hangs', async () => {
    const broken = clipboard({}, fails);
    expect(await broken.made.copy('a')).toEqual({ how: 'sent' });
    const hanging = clipboard({}, () => new Promise(() => undefined), 10);
    expect(await hanging.made.copy('a')).toEqual({ how: 'sent' });
    expect(hanging.sent).toEqual(['\x1b]52;c;YQ==\x1b\\']);
  });

  it('hands the text to tmux, in it; the terminal is asked where tmux cannot', async () => {
    const inTmux = { SSH_TTY: 'x', TMUX: '/tmp/tmux,1,0' };
    const texts: string[] = [];
    const take = (result: 'sent' | 'off' | undefined) => (text: string) => {
      texts.push(text);
      return Promise.resolve(result);
    };
    const large = 'x'.repeat(OSC52_LIMIT + 1);
    const taken = clipboard(inTmux, works, 1000, take('sent'));
    expect(await taken.made.copy(large)).toEqual({ how: 'sent' });
    expect([texts, taken.sent]).toEqual([[large], []]);
    const old = clipboard(inTmux, works, 1000, take(undefined));
    expect(await old.made.copy('a')).toEqual({ how: 'sent' });
    expect(old.sent).toEqual(['\x1b]52;c;YQ==\x1b\\']);
    const off = clipboard(inTmux, works, 1000, take('off'));
    await expect(off.made.copy('a')).rejects.toThrow('tmux has set-clipboard off');
    expect(off.sent).toEqual([]);
    const local = clipboard({ TMUX: 'x' }, works);
    expect(await local.made.copy('a')).toEqual({ how: 'confirmed' });
  });

  it('refuses what is too large, and says so where there is no way', async () => {
    const { made, sent } = clipboard({ SSH_TTY: 'x' }, works);
    await expect(made.copy('x'.repeat(OSC52_LIMIT + 1))).rejects.toThrow('the limit is');
    expect(sent).toEqual([]);
    const local = clipboard({}, works);
    await expect(local.made.copy('x'.repeat(LOCAL_LIMIT + 1))).rejects.toThrow('the limit is');
    await expect(new Clipboard({ env: {}, writeLocal: fails }).copy('a')).rejects.toThrow(
      'nor a terminal is available',
    );
  });
});
