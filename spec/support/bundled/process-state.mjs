/** What a spec file can change of the process in which others follow: global variables, built-in objects, `process`. */

// Loads what Node loads with it, which keeps its dispatcher in a property that cannot be removed.
void globalThis.Headers;

const intrinsics = Object.values(Object.getOwnPropertyDescriptors(globalThis))
  .map(({ value }) => value)
  .filter((value) => value !== globalThis && value !== process && /^[fo]/.test(typeof value));

/** Objects whose properties are restored. */
const OBJECTS = [
  globalThis,
  process,
  ...new Set(intrinsics.flatMap((value) => [value, value?.prototype])),
  Object.getPrototypeOf(function* () {}).prototype,
].filter((object) => object instanceof Object || object === Object.prototype);

/** What Node itself changes of `process`. */
const isOwn = (object, key) => object === process && String(key).startsWith('_');

const propertiesOf = (object) =>
  Reflect.ownKeys(object)
    .filter((key) => !isOwn(object, key))
    .map((key) => [key, Reflect.getOwnPropertyDescriptor(object, key)]);

const isSame = (one, other) =>
  one !== undefined &&
  one.value === other.value &&
  one.get === other.get &&
  one.set === other.set &&
  one.writable === other.writable &&
  one.enumerable === other.enumerable;

/** Restores properties of an object and returns the names of those that it cannot restore. */
function restoreProperties(object, properties) {
  const left = [];
  const known = new Set(properties.map(([key]) => key));
  for (const [key] of propertiesOf(object)) {
    if (!known.has(key) && !Reflect.deleteProperty(object, key)) left.push(String(key));
  }
  for (const [key, before] of properties) {
    if (isSame(Reflect.getOwnPropertyDescriptor(object, key), before)) continue;
    if (!Reflect.defineProperty(object, key, before)) left.push(String(key));
  }
  return left;
}

/** Removes listeners that were added. Those of the exit may be of a module that stays. */
function restoreListeners(emitter, before) {
  for (const name of emitter.eventNames()) {
    if (name === 'exit') continue;
    const known = before.get(name) ?? [];
    for (const listener of emitter.rawListeners(name)) {
      if (!known.includes(listener)) emitter.removeListener(name, listener);
    }
  }
}

const listenersOf = (emitter) =>
  new Map(emitter.eventNames().map((name) => [name, emitter.rawListeners(name)]));

/**
 * Remembers the state of the process, and returns a function that restores it and returns the names of what it
 * cannot restore.
 */
export function processState() {
  const properties = OBJECTS.map((object) => [object, propertiesOf(object)]);
  const env = { ...process.env };
  const argv = [...process.argv];
  const cwd = process.cwd();
  const { exitCode, title } = process;
  const umask = process.umask();
  const listeners = listenersOf(process);
  return () => {
    const left = properties.flatMap(([object, before]) => restoreProperties(object, before));
    for (const name of Object.keys(process.env))
      if (!(name in env)) Reflect.deleteProperty(process.env, name);
    for (const [name, value] of Object.entries(env)) {
      if (process.env[name] !== value) process.env[name] = value;
    }
    process.argv.splice(0, Infinity, ...argv);
    process.chdir(cwd);
    process.exitCode = exitCode;
    if (process.title !== title) process.title = title;
    process.umask(umask);
    restoreListeners(process, listeners);
    return left;
  };
}
