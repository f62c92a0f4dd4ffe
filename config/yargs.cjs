/** yargs as bundles have it (`#yargs` in package.json): it takes 15 ms to load, and waits for the first flags. */
module.exports = (...inputs) => require('yargs').default(...inputs);
