/**
 * Built-in objects that code in a spec's context gets as parameters: each read of a global variable of a context
 * calls Node, which takes a hundred times as long. Specs may change these objects, but do not replace them.
 * What fake timers replace is none of them, nor are Float32Array and Float64Array, by which a spec counts work.
 */
export const LANGUAGE = [
  'Array',
  'ArrayBuffer',
  'BigInt',
  'Boolean',
  'DataView',
  'Error',
  'Int16Array',
  'Int32Array',
  'Int8Array',
  'Intl',
  'JSON',
  'Map',
  'Math',
  'Number',
  'Object',
  'Promise',
  'Proxy',
  'RangeError',
  'Reflect',
  'RegExp',
  'Set',
  'String',
  'Symbol',
  'SyntaxError',
  'TypeError',
  'Uint16Array',
  'Uint32Array',
  'Uint8Array',
  'Uint8ClampedArray',
  'WeakMap',
  'WeakRef',
  'WeakSet',
  'isNaN',
  'parseFloat',
  'parseInt',
];

/** With those of Node. Packages outside the bundle declare some of them, which esbuild renames and jest does not. */
export const BUILT_INS = [...LANGUAGE, 'Buffer', 'TextDecoder', 'TextEncoder', 'URL', 'process'];
