import { describe, expect, it } from '@jest/globals';
import { mount } from '../support/mount.js';

const APP = `<container id="a" style="border: thin; padding: 0 1"><text>x</text></container>
<script>
export const seen: unknown[] = [];
export const observer = new ResizeObserver((entries) => {
  for (const { target, contentRect, borderBoxSize } of entries) {
    seen.push([target.id, contentRect.width, contentRect.height, borderBoxSize[0].inlineSize]);
  }
});
observer.observe(document.getElementById('a'));
</script>`;

describe('ResizeObserver', () => {
  it('tells the size at first, and when it has changed', async () => {
    const app = await mount(APP, { width: 20, height: 5 });
    const seen = app.$tui.exports['seen'] as unknown[];
    expect(seen).toEqual([['a', 16, 1, 20]]);
    await app.resize(12, 5);
    expect(seen.slice(1)).toEqual([['a', 8, 1, 12]]);
    app.document.getElementById('a')?.append(app.document.createElement('separator'));
    await app.settle();
    expect(seen.slice(2)).toEqual([['a', 8, 2, 12]]);
    await app.settle();
    expect(seen).toHaveLength(3);
  });

  it('ends with disconnect', async () => {
    const app = await mount(APP, { width: 20, height: 5 });
    const { seen, observer } = app.$tui.exports as unknown as {
      seen: unknown[];
      observer: { disconnect(): void };
    };
    observer.disconnect();
    await app.resize(12, 5);
    expect(seen).toHaveLength(1);
  });
});
