import { mayHaveImports, mayHaveParts } from '../../../runtime/element/components/parts.js';

/**
 * Detects whether a document may display files, images or text, which are read and decoded in the sandbox, or have the user choose
 * some, which the launcher reads for it. A false positive is possible.
 */
export function mayShowFiles(text: string): boolean {
  // A log names the file that it follows. A text in Markdown may have pictures, from whatever it is put together. U+212A is a "k" in lower case.
  if (/<img|<mar[k\u212a]down|<log|<code|<diff|<file-input/i.test(text)) return true;
  // As `<input type="file">`; entities are not decoded here.
  if (/<input[^<>]{0,300}\btype\b[^<>]{0,20}(?:file|&)/i.test(text)) return true;
  return mayHaveParts(text);
}

/** Whether a document may hold code; true also where something only looks like it. */
export function mayHaveCode(text: string): boolean {
  // Entities are not decoded in names of elements and attributes, so a search finds them. A name may contain any
  // character: `\w` would miss an `onClick` with U+212A, whose lower case is "k".
  // Lists, conditions, templates and bindings have expressions. What an import has is in another file.
  if (mayHaveImports(text)) return true;
  return /<script|<(?:for|if|template)[\s/>]|\bbind\b|\bon[^\s=<>"']{0,100}[\s/]*=/i.test(text);
}

/** Characters of a document that is laid out and painted in a moment, whatever it has. */
const FEW = 8192;

/**
 * Whether showing a document may keep a processor busy for long, as many elements with many rules or tracks of a grid do. The
 * process that owns the terminal hears no Ctrl+C meanwhile. A false positive is possible.
 */
export function mayTakeLong(text: string): boolean {
  // `grid` can be written with escapes of styles, and in an attribute with entities. Templates multiply what is in them.
  return text.length > FEW || /grid|<template|\\|&#/i.test(text);
}
