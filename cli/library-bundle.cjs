/** What the bundle of the library holds. CommonJS: `tui-runtime/testing`, `tui-runtime/dom` and `tui-runtime/client` are evaluated when first called. */
exports.client = () => require('./client.ts');
exports.evaluateWith = require('../runtime/script/evaluate.ts').evaluateWith;
exports.dom = () => require('./dom.ts');
exports.library = require('./library.ts');
exports.testing = () => require('./testing.ts');
