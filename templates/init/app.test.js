import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { mount, unmountAll } from 'tui-runtime/testing';

const open = () => mount({ file: 'app.tui' }, { width: 60, height: 10 });

afterEach(unmountAll);

test('starts with an empty list', async () => {
  const app = await open();
  assert.match(app.text(), /Nothing to do\./);
});

test('adds a task and checks it off', async () => {
  const app = await open();
  await app.type('Water the plants');
  await app.press('Enter');
  assert.match(app.text(), /Water the plants/);
  assert.match(app.text(), /1 of 1 to do/);

  await app.click(app.getByText('Water the plants'));
  assert.match(app.text(), /0 of 1 to do/);

  await app.click(app.getByText('Clear done'));
  assert.match(app.text(), /Nothing to do\./);
});

test('ignores a task without a title', async () => {
  const app = await open();
  await app.type('   ');
  await app.click(app.getByText('Add'));
  assert.match(app.text(), /Nothing to do\./);
});
