/** Answers the assistant in the launcher: does what the user has confirmed, and sends what the app shows for an AI. */
import type { AccessibleAction } from '../../../runtime/base/accessible-node.js';
import type { App } from '../../library.js';
import type { Channel } from '../channel/channel.js';
import { streamOf } from '../channel/streams.js';

/** Milliseconds between an action and what the app shows after it, and before it is read at all. */
const SETTLED = 250;
const FRAME = 20;

export class AssistantSender {
  #app: App | undefined;

  readonly #channel: Channel;

  constructor(channel: Channel) {
    this.#channel = channel;
  }

  attach(app: App): void {
    this.#app = app;
  }

  /** A message of the launcher, which has checked it. */
  async receive(payload: unknown): Promise<void> {
    const { number, ref, action } = payload as {
      readonly number: number;
      readonly ref?: string;
      readonly action?: AccessibleAction;
    };
    const app = this.#app;
    if (app === undefined || app.exitCode !== undefined) return;
    const isAction = ref !== undefined && action !== undefined;
    const done = isAction && app.operate(ref, action, true);
    await new Promise((resolve) => setTimeout(resolve, isAction ? SETTLED : FRAME));
    const shown = { done, title: app.title, items: app.accessibleItems(true) };
    try {
      const body = streamOf(Buffer.from(JSON.stringify(shown)));
      await this.#channel.request('assist', number, { body });
    } catch {
      // The assistant was closed meanwhile, or it is larger than it reads.
    }
  }
}
