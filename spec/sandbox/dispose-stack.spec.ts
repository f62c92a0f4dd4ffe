import { describe, expect, it } from '@jest/globals';
import { DisposeStack } from '../../cli/sandbox/launch/dispose-stack.js';

describe('a stack of what is to be ended', () => {
  it('ends the last first, and waits for it', async () => {
    const stack = new DisposeStack();
    const ended: string[] = [];
    stack.defer(() => ended.push('first'));
    stack.defer(async () => {
      ended.push('second');
      await Promise.resolve();
      ended.push('second has ended');
    });
    await stack.dispose();
    expect(ended).toEqual(['second', 'second has ended', 'first']);
    await stack.dispose();
    expect(ended).toHaveLength(3);
  });

  it('ends all of them, whichever fails, and throws the first error', async () => {
    const stack = new DisposeStack();
    const ended: string[] = [];
    stack.defer(() => ended.push('last'));
    for (const message of ['later', 'first']) {
      stack.defer(() => {
        throw new Error(message);
      });
    }
    await expect(stack.dispose()).rejects.toThrow('first');
    expect(ended).toEqual(['last']);
  });
});
