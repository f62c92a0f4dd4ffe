/** What the bundle of the library holds. CommonJS: `tui/testing` and `tui/dom` are evaluated when first called. */
exports.evaluateWith = require('../runtime/script/evaluate.ts').evaluateWith;
exports.dom = () => require('./dom.ts');
exports.library = require('./library.ts');
exports.testing = () => require('./testing.ts');
