/** @testing-library/dom with user-event, unmodified from npm, as far as no Range is needed. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { TuiElement } from '../../runtime/element/tui-element.js';
import type { MountedApp } from '../../cli/testing.js';
import { mount } from '../support/mount.js';

type Query = (text: string, options?: object) => TuiElement;
interface Library {
  readonly within: (element: TuiElement) => Readonly<Record<string, Query>>;
  readonly screen: Readonly<Record<string, Query>>;
  readonly fireEvent: Readonly<Record<string, (element: TuiElement, init?: object) => boolean>>;
  readonly userEvent: {
    setup(options: object): {
      click(element: TuiElement): Promise<void>;
      dblClick(element: TuiElement): Promise<void>;
      hover(element: TuiElement): Promise<void>;
      tab(): Promise<void>;
      type(element: TuiElement, text: string): Promise<void>;
      clear(element: TuiElement): Promise<void>;
      keyboard(text: string): Promise<void>;
    };
  };
  readonly waitFor: <T>(callback: () => T) => Promise<T>;
}

/** user-event registers hooks where there is a test runner, which must not happen inside a test. */
const HOOKS = ['afterEach', 'afterAll'] as const;
const hidden = new Map<string, PropertyDescriptor | undefined>();

beforeAll(() => {
  for (const name of HOOKS) {
    hidden.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
    Reflect.deleteProperty(globalThis, name);
  }
});
afterAll(() => {
  for (const [name, hook] of hidden) if (hook) Object.defineProperty(globalThis, name, hook);
});

async function open(): Promise<{ app: MountedApp; library: Library }> {
  const app = await mount({ file: 'fixtures/frameworks/testing-library.tui' }, { height: 12 });
  return { app, library: app.$tui.exports['library'] as Library };
}

// One app for all, since the library is large to bundle.
it('finds elements, fires events, and uses fields and buttons', async () => {
  const { app, library } = await open();
  finds(app, library);
  await fires(app, library);
  await uses(app, library);
});

function finds(app: MountedApp, library: Library): void {
  const queries = library.within(app.document.body);
  const found = {
    role: queries['getByRole']!('button', { name: 'Send' }),
    textbox: queries['getByRole']!('textbox', { name: 'Your name' }),
    alert: queries['getByRole']!('alert'),
    label: queries['getByLabelText']!('Your name'),
    around: queries['getByLabelText']!('Send news'),
    text: library.screen['getByText']!('Send'),
    placeholder: queries['getByPlaceholderText']!('who'),
  };
  expect(Object.entries(found).map(([how, { id }]) => [how, id])).toEqual([
    ['role', 'send'],
    ['textbox', 'name'],
    ['alert', 'said'],
    ['label', 'name'],
    ['around', 'news'],
    ['text', 'send'],
    ['placeholder', 'name'],
  ]);
  expect(queries['queryByRole']!('dialog')).toBeNull();
  expect(() => queries['getByRole']!('button')).toThrow('multiple elements');
}

async function fires(app: MountedApp, library: Library): Promise<void> {
  const { fireEvent, screen } = library;
  fireEvent['input']!(screen['getByRole']!('textbox'), { target: { value: 'ada' } });
  fireEvent['click']!(screen['getByText']!('Send'));
  expect(screen['getByRole']!('alert').textContent).toBe('hello ada');
  await app.findByText('hello ada');
  fireEvent['input']!(screen['getByRole']!('textbox'), { target: { value: '' } });
}

async function uses(app: MountedApp, library: Library): Promise<void> {
  const { screen, userEvent } = library;
  const user = userEvent.setup({ document: app.document, delay: null });
  const field = screen['getByLabelText']!('Your name');
  await user.type(field, 'ada');
  expect(app.document.activeElement).toBe(field);
  expect(field).toHaveProperty('value', 'ada');
  await user.type(field, '{Backspace}am');
  expect(field).toHaveProperty('value', 'adam');
  await user.click(screen['getByRole']!('button', { name: 'Send' }));
  await app.findByText('hello adam');
  await user.clear(field);
  expect(field).toHaveProperty('value', '');
  await user.hover(field);
  await user.keyboard('x');
  expect(field).toHaveProperty('value', 'x');
  // A click on what is neither a field nor a button moves the selection, which is a Range.
  const news = screen['getByLabelText']!('Send news');
  await expect(user.click(news)).rejects.toThrow('createRange is not a function');
  news.click();
  expect(news).toHaveProperty('checked', true);
}
