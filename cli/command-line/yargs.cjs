/** yargs as bundles have it (`#yargs` in package.json): it takes 15 ms to load, and waits for the first options of a command. */
module.exports = (...inputs) => require('yargs').default(...inputs);
