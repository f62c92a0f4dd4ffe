/** Trees of a runner, which may be hostile: it may send them at any rate, asked or not. */
import { describe, expect, it } from '@jest/globals';
import { Broker } from '../../cli/sandbox/broker/broker.js';
import { registerTree } from '../../cli/sandbox/launch/terminal/app-mirror.js';
import type { Body } from '../../cli/sandbox/channel/channel.js';
import type { MirrorTree } from '../../cli/mirror/mirror.js';

interface Taken {
  readonly trees: MirrorTree[];
  /** Bytes of bodies that were read. */
  read: number;
  isWatched: boolean;
  send(text: string): Promise<unknown>;
}

function taking(isWatched = true): Taken {
  const broker = new Broker();
  const taken: Taken = {
    trees: [],
    read: 0,
    isWatched,
    send: async (text) => {
      const body = (async function* () {
        taken.read += text.length;
        yield Buffer.from(text);
      })() as unknown as Body;
      return await broker.answer({
        kind: 'tree',
        payload: null,
        body,
        signal: new AbortController().signal,
        ready: () => Promise.resolve(),
      });
    },
  };
  registerTree(broker, {
    isWatched: () => taken.isWatched,
    onTree: (tree) => taken.trees.push(tree),
  });
  return taken;
}

const TREE = '{"lang":"de","items":[{"depth":0,"role":"button","name":"Go","ref":"1"}]}';

describe('trees of a runner', () => {
  it('control: one that is wanted is taken', async () => {
    const taken = taking();
    await taken.send(TREE);
    expect(taken.trees).toMatchObject([{ lang: 'de', items: [{ role: 'button', name: 'Go' }] }]);
  });

  it('are not read while nobody wants one', async () => {
    const taken = taking(false);
    await expect(taken.send(TREE)).rejects.toMatchObject({ code: 'unwanted' });
    expect(taken).toMatchObject({ read: 0, trees: [] });
    taken.isWatched = true;
    await taken.send(TREE);
    expect(taken.trees).toHaveLength(1);
  });

  it('are read one after the other, and not more than a few wait', async () => {
    const taken = taking();
    const sent = Array.from({ length: 50 }, () => taken.send(TREE));
    const settled = await Promise.allSettled(sent);
    const refused = settled.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(34);
    expect(taken.trees).toHaveLength(16);
  });

  it.each(['', '{', '[]x', '{"items":1}', '{"items":[1]}', `{"items":${'['.repeat(20)}`])(
    'that are none, such as %j, are refused, and the next is taken',
    async (text) => {
      const taken = taking();
      await expect(taken.send(text)).rejects.toThrow();
      await taken.send(TREE);
      expect(taken.trees).toHaveLength(1);
    },
  );
});
