/** The same, as bundles have it: the build copies it beside them. */
export const webpFile = new URL('./webp.wasm', import.meta.url);
