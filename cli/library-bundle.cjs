/** What the bundle of the library holds. CommonJS: `tui/testing` is evaluated when it is first called. */
exports.evaluateWith = require('../runtime/script/evaluate.ts').evaluateWith;
exports.library = require('./library.ts');
exports.testing = () => require('./testing.ts');
