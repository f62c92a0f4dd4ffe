/**
 * Packages that few starts need, loaded by the first call. CommonJS, so that they are loaded at once, in
 * the sources as in a bundle.
 */
exports.ajv = () => require('ajv');
exports.cssParser = () => require('css-tree/parser');
exports.culori = () => require('culori/require');
exports.enhancedResolve = () => require('enhanced-resolve');
exports.esbuild = ownEsbuild;
exports.parse5 = () => require('parse5');
exports.yargs = () => require('yargs').default;
exports.messageFormat = () => ({
  ...require('messageformat'),
  ...require('messageformat/functions'),
});

let esbuild;

/**
 * esbuild with a process of its own. tui ends the process two seconds after use (`stop`): builds of a program that
 * uses the library, and shares the module, would then never end.
 */
function ownEsbuild() {
  if (esbuild !== undefined) return esbuild;
  const file = require.resolve('esbuild');
  const { cache } = require;
  const shared = cache[file];
  Reflect.deleteProperty(cache, file);
  try {
    esbuild = require(file);
  } finally {
    Reflect.deleteProperty(cache, file);
    if (shared !== undefined) cache[file] = shared;
  }
  return esbuild;
}
