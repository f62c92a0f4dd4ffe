/** Sources that a library's own compiler makes modules of, as its plugin for a bundler does. */
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';

// Compilers are large and take no part in the bundle of the specs.
const require = createRequire(import.meta.url);

interface Svelte {
  compile(
    source: string,
    options: { readonly filename: string; readonly generate: 'client'; readonly dev: boolean },
  ): { readonly js: { readonly code: string } };
}
interface Babel {
  transformSync(
    source: string,
    options: {
      readonly presets: readonly string[];
      readonly configFile: false;
      readonly babelrc: false;
    },
  ): { readonly code: string };
}

/** An app that mounts a component of Svelte. */
export function svelteApp(file: string): string {
  const { compile } = require('svelte/compiler') as Svelte;
  const { code } = compile(readFileSync(file, 'utf8'), {
    filename: file,
    generate: 'client',
    dev: false,
  }).js;
  return appOf(`
    import { mount, unmount } from 'svelte';
    ${code.replace('export default function App', 'function App')}
    const app = mount(App, { target: document.getElementById('app') });
    export function close() {
      unmount(app);
    }`);
}

/** An app of a module of Solid's JSX. */
export function solidApp(file: string): string {
  const { transformSync } = require('@babel/core') as Babel;
  const options = { presets: ['babel-preset-solid'], configFile: false, babelrc: false } as const;
  return appOf(transformSync(readFileSync(file, 'utf8'), options).code);
}

function appOf(script: string): string {
  return `<container id="app"></container>
<button id="close" onclick="close">close</button>
<script lang="js">
${script}
</script>`;
}
