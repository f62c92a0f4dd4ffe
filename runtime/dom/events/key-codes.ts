/** `keyCode` of keys by their names, for older code. */
const KEY_CODES: Readonly<Record<string, number>> = {
  Backspace: 8,
  Tab: 9,
  Enter: 13,
  Shift: 16,
  Control: 17,
  Alt: 18,
  Pause: 19,
  CapsLock: 20,
  Escape: 27,
  ' ': 32,
  PageUp: 33,
  PageDown: 34,
  End: 35,
  Home: 36,
  ArrowLeft: 37,
  ArrowUp: 38,
  ArrowRight: 39,
  ArrowDown: 40,
  Insert: 45,
  Delete: 46,
  Meta: 91,
};

export function keyCodeOf(key: string): number {
  const known = Object.hasOwn(KEY_CODES, key) ? KEY_CODES[key] : undefined;
  if (known !== undefined) return known;
  const numbered = /^F(\d{1,2})$/.exec(key);
  if (numbered !== null) return 111 + Number(numbered[1]);
  return /^[a-z0-9]$/i.test(key) ? key.toUpperCase().charCodeAt(0) : 0;
}
