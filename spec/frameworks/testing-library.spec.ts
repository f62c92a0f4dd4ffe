/** @testing-library/dom with user-event, unmodified from npm, as far as no Range is needed. */
import { describe, expect, it } from '@jest/globals';
import { mount, type MountedApp } from '../../cli/testing.js';

const APP = `
<container id="app">
  <label for="name">Your name</label>
  <input id="name" placeholder="who">
  </input>
  <checkbox id="news">Send news</checkbox>
  <button id="send" onclick="send">Send</button>
  <button disabled="true">Never</button>
  <text role="alert" id="said"></text>
</container>`;
it('x', async () => {
  const app = await mount(
    `<container id="app">
  <label for="name">Your name</label>
  <input id="name" placeholder="who"/>
  <checkbox id="news">Send news</checkbox>
  <button id="send" onclick="send">Send</button>
  <button disabled="true">Never</button>
  <text role="alert" id="said"></text>
</container>
<script>
import { screen, within, fireEvent, waitFor, findByText } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
export const seen = [];
export function send() { document.getElementById('said').textContent = 'hello ' + document.getElementById('name').value; }
const check = async (name, what) => { try { seen.push(name + ': ' + await what()); } catch (e) { seen.push(name + ' FAILED ' + String(e.stack).slice(0, 700)); } };
$tui.onReady(async () => {
const q = within(document.body);
await check('role', () => q.getByRole('button', { name: 'Send' }).id);
await check('checkbox', () => q.getByRole('checkbox').id);
await check('textbox', () => q.getByRole('textbox').id);
await check('label', () => q.getByLabelText('Your name').id);
await check('placeholder', () => q.getByPlaceholderText('who').id);
await check('text', () => q.getByText('Send').id);
await check('fire', () => fireEvent.click(q.getByText('Send')));
await check('fireInput', () => { fireEvent.input(document.getElementById('name'), { target: { value: 'x' } }); return document.getElementById('name').value });
document.getElementById('name').value = '';
const user = userEvent.setup({ document, delay: null });
await check('userclick', () => user.click(q.getByRole('button', { name: 'Send' })));
await check('type', async () => { await user.type(document.getElementById('name'), 'ada'); return document.getElementById('name').value });
await check('userclick', async () => { await user.click(q.getByRole('button', { name: 'Send' })); return document.getElementById('said').textContent });
await check('userclickcb', async () => { await user.click(q.getByRole('checkbox')); return document.getElementById('news').checked });
seen.push('end');
});
</script>`,
    { errors: 'keep' },
  );
  await app
    .waitFor(() => expect((app.$tui.exports['seen'] as string[]).at(-1)).toBe('end'))
    .catch(() => 0);
  console.log((app.$tui.exports['seen'] as string[]).join('\n'), app.diagnostics, app.log);
});
