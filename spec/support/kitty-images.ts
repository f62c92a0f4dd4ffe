/** What a terminal with kitty's graphics protocol keeps of the bytes that it gets: a reader of its own, by the protocol's text. */
import { inflateSync } from 'node:zlib';

export interface KeptImage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
  /** The cells of its virtual placement. */
  columns?: number;
  rows?: number;
}

export class KittyImages {
  readonly images = new Map<number, KeptImage>();
  /** How often pixels were sent. */
  transmissions = 0;
  readonly errors: string[] = [];
  /** Of the image whose data comes. */
  #keys: Readonly<Record<string, string>> | undefined;
  #data = '';

  feed(text: string): void {
    for (const [, control = '', payload = ''] of text.matchAll(
      /\x1b_G([^;\x1b]*)(?:;([^\x1b]*))?\x1b\\/g,
    )) {
      const keys = Object.fromEntries(
        control.split(',').map((pair) => pair.split('=') as [string, string]),
      );
      if (payload.length > 4096) this.errors.push(`a piece of ${payload.length}`);
      if (!/^[A-Za-z0-9+/]*={0,2}$/.test(payload)) this.errors.push('a piece that is no base64');
      this.#command(keys, payload);
    }
  }

  #command(keys: Readonly<Record<string, string>>, payload: string): void {
    const action = this.#keys === undefined ? (keys['a'] ?? 't') : 't';
    const id = Number(keys['i']);
    if (action === 'q') return;
    if (action === 't') this.#transmit(keys, payload);
    else if (action === 'p') {
      const image = this.images.get(id);
      if (image === undefined || keys['U'] !== '1') this.errors.push(`a placement of ${id}`);
      else Object.assign(image, { columns: Number(keys['c']), rows: Number(keys['r']) });
    } else if (action === 'd' && keys['d'] === 'I') {
      if (!this.images.delete(id)) this.errors.push(`${id} is deleted, which there is not`);
    } else this.errors.push(`an action ${action}`);
  }

  #transmit(keys: Readonly<Record<string, string>>, payload: string): void {
    this.#keys ??= keys;
    this.#data += payload;
    if (keys['m'] === '1') return;
    const first = this.#keys;
    const bytes = Buffer.from(this.#data, 'base64');
    this.#keys = undefined;
    this.#data = '';
    this.transmissions++;
    const [width, height, id] = [first['s'], first['v'], first['i']].map(Number) as [
      number,
      number,
      number,
    ];
    const data = new Uint8Array(first['o'] === 'z' ? inflateSync(bytes) : bytes);
    if (first['f'] !== '32' || data.length !== width * height * 4) this.errors.push('its size');
    this.images.set(id, { width, height, data });
  }
}

/** What is for the terminal around tmux: pieces that tmux passes through, as it unwraps them. */
export function passedThrough(text: string): string {
  return [...text.matchAll(/\x1bPtmux;((?:[^\x1b]|\x1b\x1b)*)\x1b\\/g)]
    .map(([, inner = '']) => inner.replaceAll('\x1b\x1b', '\x1b'))
    .join('');
}
