/** The accessible twin: the app as HTML elements, for screen readers. */
import { twinActions, type SendAction, type TwinActions } from '../../../runtime/page/actions.js';
import { twinElement } from '../../../runtime/page/twin.js';
import { updateTwin } from '../../../runtime/page/update.js';
import type { TreeMessage } from '../server-data.js';

export class Twin {
  #main: HTMLElement | undefined;
  #actions: TwinActions | undefined;

  readonly #place: HTMLElement;

  /** @param place is replaced by the twin while there is one */
  constructor(place: HTMLElement) {
    this.#place = place;
  }

  /** The focus is in it. */
  get isInUse(): boolean {
    return this.#main?.contains(document.activeElement) === true;
  }

  /** @param send undefined where nothing is to be sent */
  show({ lang, items }: TreeMessage, title: string, send: SendAction | undefined): void {
    if (this.#main === undefined) {
      this.#main = twinElement<HTMLElement>(document, items, title);
      this.#place.replaceWith(this.#main);
    } else updateTwin(document, this.#main, items, title);
    this.#main.lang = lang;
    if (send !== undefined) this.#actions ??= twinActions(this.#main, send);
  }

  /** There is nothing to show. */
  remove(): void {
    this.#actions?.stop();
    this.#main?.replaceWith(this.#place);
    this.#main = this.#actions = undefined;
  }
}
