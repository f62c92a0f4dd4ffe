/** Whether a document may show pictures; true also where something only looks like it. Bytes of a picture are decoded in the sandbox. */
export function mayHavePictures(text: string): boolean {
  return /<img/i.test(text);
}

/** Whether a document may hold code; true also where something only looks like it. */
export function mayHaveCode(text: string): boolean {
  // Names of elements and attributes stand in the text as they are: no entity is decoded in them. Any
  // character may be in a name: with U+212A, which is a "k" in lower case, `onClick` is no \w.
  return /<script|\bon[^\s=<>"']{0,100}[\s/]*=/i.test(text);
}
