/** The path of the WebP decoder's WebAssembly (`#webp` in package.json): in its package. */
export const webpFile = new URL(
  '../../../node_modules/@jsquash/webp/codec/dec/webp_dec.wasm',
  import.meta.url,
);
