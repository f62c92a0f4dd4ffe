/**
 * The WebP decoder: WebAssembly made for browsers, which needs its code as an argument, and a class `ImageData`.
 * Neither stays visible to scripts.
 */
import { readFileSync } from 'node:fs';
import loadCodec from '@jsquash/webp/codec/dec/webp_dec.js';
import { webpFile } from '#webp';
import type { Pixels } from '../pixels.js';

/** What the package's own declarations leave out. */
type LoadCodec = (options: {
  readonly noInitialRun: boolean;
  instantiateWasm(
    imports: WebAssembly.Imports,
    receive: (instance: WebAssembly.Instance) => void,
  ): WebAssembly.Exports;
}) => Promise<{ decode(bytes: Uint8Array): Pixels | null }>;

type Decode = (bytes: Uint8Array) => Pixels | undefined;

class ImageData implements Pixels {
  constructor(
    readonly data: Uint8ClampedArray,
    readonly width: number,
    readonly height: number,
  ) {}
}

let opened: Promise<Decode> | undefined;

export function openWebp(): Promise<Decode> {
  return (opened ??= open());
}

async function open(): Promise<Decode> {
  const compiled = await WebAssembly.compile(readFileSync(webpFile));
  let loading: ReturnType<LoadCodec> | undefined;
  withImageData(() => {
    loading = (loadCodec as LoadCodec)({
      noInitialRun: true,
      instantiateWasm: (imports, receive) => {
        const instance = new WebAssembly.Instance(compiled, imports);
        receive(instance);
        return instance.exports;
      },
    });
  });
  const codec = await loading!;
  return (bytes) => {
    let pixels: Pixels | null = null;
    withImageData(() => {
      pixels = codec.decode(bytes);
    });
    return pixels ?? undefined;
  };
}

function withImageData(work: () => void): void {
  const own = Object.getOwnPropertyDescriptor(globalThis, 'ImageData');
  Object.defineProperty(globalThis, 'ImageData', {
    value: ImageData,
    configurable: true,
    writable: true,
  });
  try {
    work();
  } finally {
    if (own === undefined) Reflect.deleteProperty(globalThis, 'ImageData');
    else Object.defineProperty(globalThis, 'ImageData', own);
  }
}
