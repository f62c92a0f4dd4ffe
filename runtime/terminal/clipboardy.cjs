/** clipboardy as bundles have it (`#clipboardy` in package.json): `require` of an ES module returns its namespace. */
module.exports = require('clipboardy').default;
