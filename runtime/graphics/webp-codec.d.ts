declare module '@jsquash/webp/codec/dec/webp_dec.js' {
  interface Codec {
    decode(
      bytes: Uint8Array,
    ): { readonly width: number; readonly height: number; readonly data: Uint8ClampedArray } | null;
  }
  export default function load(options: {
    noInitialRun: boolean;
    instantiateWasm(
      imports: WebAssembly.Imports,
      receive: (instance: WebAssembly.Instance) => void,
    ): WebAssembly.Exports;
  }): Promise<Codec>;
}
