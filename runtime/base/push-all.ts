/** Appends any number of items; `push(...items)` would overflow the stack with many. */
export function pushAll<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}
