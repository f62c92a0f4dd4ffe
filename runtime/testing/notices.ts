/** Elements for the notifications of an app, so that tests find them by their text and click them as they do elements. */
import type { App, Notification } from '../app/app.js';
import { hostOf } from '../element/query.js';
import { createDocument, makeCurrent } from '../element/tui-document.js';
import type { TuiDocument, TuiElement } from '../element/tui-element.js';

const URGENT: ReadonlySet<string> = new Set(['warning', 'error']);

/** They are in no document of the app: scripts do not find them. */
export class NoticeElements {
  readonly #app: App;
  readonly #document: TuiDocument;
  readonly #elements = new WeakMap<Notification, TuiElement>();
  readonly #notices = new WeakMap<object, Notification>();

  constructor(app: App) {
    this.#app = app;
    this.#document = createDocument(app.document.registry);
    makeCurrent(app.document);
    hostOf(this.#document).provide({
      bounds: (element) => {
        const notice = this.#notices.get(element);
        return notice === undefined ? undefined : app.boundsOfNotification(notice);
      },
    });
  }

  /** One for each notification, oldest first, with the box that it shows in. */
  list(): TuiElement[] {
    return this.#app.notifications.map((notice) => {
      const element = this.#elements.get(notice) ?? this.#create(notice);
      this.#elements.set(notice, element);
      this.#notices.set(element, notice);
      return element;
    });
  }

  #create({ text, kind }: Notification): TuiElement {
    const element = this.#document.createElement('text');
    element.id = 'notification';
    element.setAttribute('role', URGENT.has(kind) ? 'alert' : 'status');
    element.textContent = text;
    return element;
  }
}
