/** The terminal of another process as a display: frames leave as messages, events come as messages. */
import type { UserInput } from '../../base/input-events.js';
import type { Capabilities } from '../capabilities.js';
import type { Display, DisplayEvents, DisplaySettings, DisplaySize } from '../display.js';
import { RemoteScreen } from './remote-screen.js';
import {
  ACK,
  ALT_SCREEN,
  CLEAR,
  EVENT,
  MessageBytes,
  MessageReader,
  MOUSE,
  PING,
  PONG,
  SETTINGS,
  SUSPEND,
  SYNC,
  type DisplayEvent,
} from './wire.js';

/** Bytes of an event: a paste of 64 MB, as JSON. The other process is trusted. */
const MAX_EVENT = 1 << 29;

/** Inputs that are kept for an app that starts. */
const MAX_EARLY = 1000;

const decoder = new TextDecoder();

export class RemoteDisplay implements Display {
  readonly client: RemoteScreen;
  readonly images: RemoteScreen;
  /** The clipboard is the other process's to write, by permission. */
  readonly sendCopy = undefined;
  capabilities: Capabilities;
  #size: DisplaySize;
  #events: DisplayEvents | undefined;
  #isOpen = false;
  /** Input received before the app had a listener. */
  #early: UserInput[] = [];
  readonly #message = new MessageBytes();
  readonly #reader = new MessageReader(
    (type, body) => this.#dispatch(type, body),
    () => MAX_EVENT,
  );

  readonly #send: (message: Uint8Array) => void;

  /** @param send sends one message, whose bytes are valid during the call only */
  constructor(
    start: DisplaySize & { readonly capabilities: Capabilities },
    send: (message: Uint8Array) => void,
  ) {
    this.#send = send;

    const { width, height } = start;
    this.#size = { width, height };
    this.capabilities = start.capabilities;
    this.client = new RemoteScreen({ send, onReady: () => this.#events?.onFrameNeeded() });
    this.images = this.client;
  }

  connect(events: DisplayEvents): void {
    this.#events = events;
  }

  get size(): DisplaySize {
    return this.#size;
  }

  open(): DisplaySize {
    this.#isOpen = true;
    return this.#size;
  }

  /** The other process asks by itself, and sends what it learns. Input typed meanwhile is delivered now. */
  query(): void {
    for (const input of this.#early.splice(0)) this.#events?.onInput(input);
  }

  /** For tests: keys come decoded. */
  feed(): void {
    throw new Error('input comes as events');
  }

  setTitle(title: string): void {
    this.client.setTitle(title);
  }

  suspend(): void {
    this.#send(this.#message.bare(SUSPEND));
  }

  reconfigure({ altScreen, mouse, sync }: DisplaySettings): void {
    this.#message.begin(SETTINGS);
    this.#message.u32((altScreen ? ALT_SCREEN : 0) | (mouse ? MOUSE : 0) | (sync ? SYNC : 0));
    this.#send(this.#message.end());
  }

  setClearing(clears: boolean): void {
    if (clears) this.#send(this.#message.bare(CLEAR));
  }

  async close(): Promise<void> {
    await this.client.finish();
    this.#isOpen = false;
  }

  /** Bytes from the other process. */
  receive(bytes: Uint8Array): void {
    this.#reader.feed(bytes);
  }

  #dispatch(type: number, body: Uint8Array): void {
    if (type === ACK) this.client.acknowledge();
    else if (type === PING) this.#send(this.#message.bare(PONG));
    else if (type === EVENT) {
      // Padded with NUL.
      const text = decoder.decode(body).replace(/\0+$/, '');
      this.#report(JSON.parse(text) as DisplayEvent);
    }
  }

  #report(event: DisplayEvent): void {
    switch (event.type) {
      case 'input':
        if (this.#isOpen && this.#early.length === 0) this.#events?.onInput(event.input);
        else if (this.#early.length < MAX_EARLY) this.#early.push(event.input);
        return;
      case 'resize': {
        const { width, height } = event;
        this.#size = { width, height };
        if (this.#isOpen) this.#events?.onResize(this.#size);
        return;
      }
      case 'capabilities':
        this.capabilities = event.capabilities;
        this.#events?.onCapabilities(event.capabilities);
    }
  }
}
