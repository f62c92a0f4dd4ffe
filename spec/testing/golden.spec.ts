/** The whole way of a golden: mount, input, matcher, file. */
import { describe, expect, it } from '@jest/globals';
import { mount } from '../support/mount.js';

const TASKS = `
<container style="border: rounded; padding: 0 1; width: 24">
  <text id="title" style="font-weight: bold">Tasks 保存</text>
  <data-bars series='[{"name": "done"}]' bars="[[3], [7]]" labels='["Mon", "Tue"]' showAxis="false"/>
  <text id="note" style="color: var(--muted)">press n</text>
</container>
<script>
  $tui.document.addEventListener('keydown', (event) => {
    if (event.key === 'n') $tui.getElementById('note').textContent = 'noted';
  });
</script>`;

describe('goldens', () => {
  it('hold a picture', async () => {
    const app = await mount(TASKS, { width: 26, height: 8 });
    expect(app).toMatchScreen('tasks');
  });

  it('hold what input has made of it', async () => {
    const app = await mount(TASKS, { width: 26, height: 8 });
    await app.press('n');
    // A new size lays out and paints everything.
    await app.resize(25, 7);
    expect(app).toMatchScreen('tasks noted');
  });

  it('hold a picture in black and white', async () => {
    const app = await mount(TASKS, { width: 26, height: 8, theme: 'bw-std' });
    expect(app.screen()).toMatchScreen('tasks bw');
  });
});
