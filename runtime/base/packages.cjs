/**
 * Packages that few starts need, loaded by the first call. CommonJS, so that they are loaded at once, in
 * the sources as in a bundle.
 */
exports.ajv = () => require('ajv');
exports.cssParser = () => require('css-tree/parser');
exports.culori = () => require('culori/require');
exports.enhancedResolve = () => require('enhanced-resolve');
exports.esbuild = () => require('esbuild');
exports.parse5 = () => require('parse5');
exports.yargs = () => require('yargs').default;
exports.messageFormat = () => ({
  ...require('messageformat'),
  ...require('messageformat/functions'),
});
