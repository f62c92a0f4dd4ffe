/** Templates in a file: no box, no script, no style and no element of the document; scripts copy what is in them. */
import { expect, it } from '@jest/globals';
import { blocksIn } from '../../cli/documents/script-blocks.js';
import { mount } from '../support/mount.js';

const MARKUP = `<tui>
  <text>shown</text>
  <template id="row">
    <style>text { color: red; }</style>
    <script>throw new Error('not run');</script>
    <text class="cell">copied</text>
  </template>
  <container id="out"/>
  <script>
    const { content } = document.getElementById('row');
    const copy = document.importNode(content.querySelector('.cell'), true);
    document.getElementById('out').append(copy, copy.cloneNode(true));
  </script>
</tui>`;

it('are inert until a script copies them', async () => {
  const app = await mount(MARKUP, { width: 20, height: 4 });
  expect(app.text().trim().split(/\s+/)).toEqual(['shown', 'copied', 'copied']);
  expect(app.document.querySelectorAll('.cell')).toHaveLength(2);
  expect(app.document.diagnostics).toEqual([]);
});

it('scripts in them are not compiled', () => {
  const blocks = blocksIn({ file: 'a.tui', text: MARKUP });
  expect(blocks.map(({ code }) => code.trim().slice(0, 5))).toEqual(['const']);
});
