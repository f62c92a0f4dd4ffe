/** Names of classes. The bundler renames classes, so that what scripts read cannot come from the source. */

/** The name of a class, as scripts read it in `constructor.name` and as `console.log` prints it. */
export function nameClass(value: object, name: string): void {
  Object.defineProperty(value, 'name', { value: name, configurable: true });
}
