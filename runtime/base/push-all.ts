/** Appends items, however many: each argument of a call takes a place on the stack. */
export function pushAll<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}
