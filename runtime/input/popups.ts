/** The popup that is open, one at a time, and what closes it. */
import { addedElements } from '../element/added-elements.js';
import type { TuiDocument, TuiElement, Popup } from '../element/tui-element.js';
import { dispatchControl, type Event } from '../dom/events/event.js';
import { addListener, removeListener } from '../dom/events/event-target.js';
import { queryAll, isInside, isConnected } from '../element/tree.js';
import { isInert } from './inert.js';
import { POPUP } from '../element/internals.js';
import { removeState, statesOf } from '../element/tui-element.js';
import { EVERY_KIND } from '../element/records.js';
import { observe } from '../element/tui-document.js';
import { relatedTargetOf } from '../dom/events/ui-events.js';

export interface PopupHost {
  readonly document: TuiDocument;
  reportError(error: unknown, element: TuiElement): void;
  /** True where any of the element can be seen. */
  isVisible(element: TuiElement): boolean;
  onChange(): void;
}

/** An element and its popup; the same object until one of them changes. */
export interface OpenPopup {
  readonly element: TuiElement;
  readonly popup: Popup;
}

export class Popups {
  #owner: TuiElement | undefined;
  /** Ends the observation of the owner. */
  #unobserve: (() => void) | undefined;
  /** Undefined: to be requested again. */
  #requested: OpenPopup | null | undefined;
  readonly #stops: (() => void)[] = [];

  readonly #host: PopupHost;

  constructor(host: PopupHost) {
    this.#host = host;

    const { document } = host;
    for (const element of queryAll(document, '*')) this.#follow(element);
    this.#stops.push(
      observe(document, ['state', 'childList'], (record) => {
        if (record.type === 'childList') {
          for (const element of addedElements(record)) this.#follow(element);
        } else if (record.state === 'open') this.#follow(record.target);
      }),
      () => this.#unobserve?.(),
    );
    const left = (event: object): void => this.#left(event as Event);
    addListener(document, 'focusout', left, { capture: true });
    this.#stops.push(() => removeListener(document, 'focusout', left, true));
  }

  stop(): void {
    for (const stop of this.#stops) stop();
  }

  /** The element whose popup is open. */
  get element(): TuiElement | undefined {
    return this.#owner;
  }

  /** What shows now; null where nothing is open. */
  get shown(): OpenPopup | null {
    const owner = this.#owner;
    if (owner === undefined) return null;
    if (this.#requested === undefined) {
      const popup = this.#guard(owner, () => owner[POPUP]?.() ?? null);
      this.#requested = popup == null ? null : { element: owner, popup };
    }
    return this.#requested;
  }

  /** Closes the open popup. @returns false if none was open */
  close(): boolean {
    const { shown } = this;
    const owner = this.#owner;
    if (owner === undefined) return false;
    if (shown !== null) this.#guard(owner, () => shown.popup.close());
    // Whatever the element does about it: it is not left on the screen with nothing to close it.
    removeState(owner, 'open');
    this.#setOwner(undefined);
    return shown !== null;
  }

  /** Escape: closes the popup, or a part of it. @returns false if none was open */
  escape(): boolean {
    const { shown } = this;
    if (shown === null) return this.close();
    return this.#guard(shown.element, () => shown.popup.back?.()) === true || this.close();
  }

  /** A press that is not in the popup: closes it, unless it is on what it hangs at. */
  pressed(target: TuiElement): void {
    if (this.#owner !== undefined && !this.#belongs(target)) this.close();
  }

  /** True in the element of the popup, and in the one that it hangs below. */
  #belongs(element: TuiElement | null): boolean {
    const owner = this.#owner;
    if (owner === undefined || element === null) return false;
    const { anchor, cell } = this.shown?.popup ?? {};
    const opener = cell === undefined ? (anchor as TuiElement | undefined) : undefined;
    return isInside(element, owner) || (opener !== undefined && isInside(element, opener));
  }

  /** Around each frame: its element may be gone or inert, and once boxes are `placed`, out of sight. */
  settle(placed: boolean): void {
    const owner = this.#owner;
    if (owner === undefined) return;
    if (!isConnected(owner)) {
      removeState(owner, 'open');
      this.#setOwner(undefined);
    } else if (isInert(owner) || (placed && !this.#isVisible(owner))) this.close();
  }

  #isVisible(owner: TuiElement): boolean {
    const anchor = (this.shown?.popup.anchor as TuiElement | undefined) ?? owner;
    return isConnected(anchor) && this.#host.isVisible(anchor);
  }

  /** What comes into the document may have been opened before. */
  #follow(element: TuiElement): void {
    if (element[POPUP] === undefined) return;
    const open = statesOf(element).has('open');
    if (!open && this.#owner === element) this.#setOwner(undefined);
    if (!open || this.#owner === element) return;
    this.close();
    this.#setOwner(element);
  }

  #left(event: Event): void {
    const owner = this.#owner;
    const from = dispatchControl.targetOf(event) as TuiElement | null;
    const to = relatedTargetOf(event) as TuiElement | null;
    if (owner === undefined || !isInside(from, owner)) return;
    if (!this.#belongs(to)) this.close();
  }

  /** Whatever changes in an element while its popup is open may change the popup. */
  #setOwner(owner: TuiElement | undefined): void {
    const { document } = this.#host;
    this.#unobserve?.();
    this.#owner = owner;
    this.#changed();
    this.#unobserve =
      owner &&
      observe(document, EVERY_KIND, ({ target }) => {
        if (isInside(target, owner)) this.#changed();
      });
  }

  #changed(): void {
    this.#requested = undefined;
    this.#host.onChange();
  }

  #guard<T>(element: TuiElement, use: () => T): T | undefined {
    try {
      return use();
    } catch (error) {
      this.#host.reportError(error, element);
      return undefined;
    }
  }
}
