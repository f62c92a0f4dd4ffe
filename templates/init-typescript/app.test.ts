import { expect, test } from '@jest/globals';
import { mount, type MountedApp } from 'tui-runtime/testing';

const open = (): Promise<MountedApp> => mount({ file: 'app.tui' }, { width: 60, height: 10 });

test('starts with an empty list', async () => {
  const app = await open();
  expect(app.text()).toContain('Nothing to do.');
});

test('adds a task', async () => {
  const app = await open();
  await app.type('Water the plants');
  await app.press('Enter');
  expect(app).toMatchScreen('task');
});

test('checks a task off, and clears it', async () => {
  const app = await open();
  await app.type('Water the plants');
  await app.press('Enter');
  await app.click(app.getByText('Water the plants'));
  expect(app.text()).toContain('0 of 1 to do');

  await app.click(app.getByText('Clear done'));
  expect(app.text()).toContain('Nothing to do.');
});

test('ignores a task without a title', async () => {
  const app = await open();
  await app.type('   ');
  await app.click(app.getByText('Add'));
  expect(app.text()).toContain('Nothing to do.');
});
