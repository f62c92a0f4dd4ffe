/** An app and its twin in a browser's document, for specs. */
import { JSDOM } from 'jsdom';
import type { AccessibleAction } from '../../runtime/base/accessible-node.js';
import { readAction, readTree } from '../../runtime/page/page-data.js';
import { twinActions, type TwinElement } from '../../runtime/page/actions.js';
import type { LiveDocument, LiveElement } from '../../runtime/page/page-document.js';
import { twinElement } from '../../runtime/page/twin.js';
import { updateTwin } from '../../runtime/page/update.js';
import { mount, type MountedApp } from '../../cli/testing.js';

export type Sent = readonly [ref: string, action: AccessibleAction];

export interface Opened {
  readonly app: MountedApp;
  readonly document: Document;
  readonly main: HTMLElement;
  /** What was sent since it was asked last. */
  sent(): Sent[];
  /** The control with a role, and with a name where several have it. */
  get(selector: string, name?: string): HTMLElement;
  /** The app has done what was sent, and the twin shows it. */
  settle(): Promise<void>;
  press(element: Element, key: string, more?: KeyboardEventInit): boolean;
  /** Time passes in the browser. */
  pass(): void;
}

export async function open(markup: string, { isEchoed = true } = {}): Promise<Opened> {
  const app = await mount(markup, { width: 60, height: 30 });
  const { window } = new JSDOM('<!doctype html><body></body>', { pretendToBeVisual: true });
  const { document } = window;
  const read = () => readTree(JSON.parse(JSON.stringify(app.app.accessibleItems())));
  const main = twinElement(document as Document, read(), '');
  document.body.append(main);
  let sent: Sent[] = [];
  const timers = new Set<() => void>();
  twinActions(
    main as unknown as TwinElement,
    (ref, action) => {
      sent.push([ref, action]);
      if (isEchoed) app.app.operate(ref, readAction(JSON.parse(JSON.stringify(action))));
    },
    {
      setTimer: (callback) => {
        timers.add(callback);
        return () => timers.delete(callback);
      },
    },
  );
  const live = document as unknown as LiveDocument<LiveElement>;
  return {
    app,
    document,
    main,
    sent: () => {
      const before = sent;
      sent = [];
      return before;
    },
    get: (selector, name) => {
      const found = [...main.querySelectorAll<HTMLElement>(selector)].filter(
        (each) => name === undefined || each.textContent?.trim() === name,
      );
      if (found.length !== 1) throw new Error(`${found.length} of ${selector} ${name ?? ''}`);
      return found[0]!;
    },
    settle: async () => {
      await app.settle();
      updateTwin(live, main as unknown as LiveElement, read(), '');
    },
    press: (element, key, more) =>
      element.dispatchEvent(
        new window.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }),
      ),
    pass: () => {
      for (const callback of [...timers]) callback();
      timers.clear();
    },
  };
}

export function fire(element: Element, type: string): void {
  const { Event } = element.ownerDocument.defaultView!;
  element.dispatchEvent(new Event(type, { bubbles: true }));
}

export function type(field: HTMLElement, text: string): void {
  (field as HTMLInputElement).value = text;
  fire(field, 'input');
}
