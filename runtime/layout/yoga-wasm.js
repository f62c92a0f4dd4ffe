/**
 * yoga-layout as bundles have it (`#yoga` in package.json). The package itself decodes its WebAssembly from
 * a `data:` URL with `fetch`, which loads Node's HTTP client, and has every module above it wait. Here the
 * build has extracted it as a file, and it is compiled at once.
 */
import { readFileSync } from 'node:fs';
import loadYoga from '../../node_modules/yoga-layout/dist/binaries/yoga-wasm-base64-esm.js';
import wrapAssembly from '../../node_modules/yoga-layout/dist/src/wrapAssembly.js';

export * from '../../node_modules/yoga-layout/dist/src/generated/YGEnums.js';

/** Emscripten's hook to compile by oneself; it fills the object with what the code exports. */
const assembly = {
  instantiateWasm(imports, receive) {
    const module = new WebAssembly.Module(readFileSync(new URL('./yoga.wasm', import.meta.url)));
    const instance = new WebAssembly.Instance(module, imports);
    receive(instance);
    return instance.exports;
  },
};
loadYoga(assembly);

export default wrapAssembly(assembly);
