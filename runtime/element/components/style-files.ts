/** The files that `<style src>` of a document names. */
import type { Source } from '../../base/diagnostics.js';
import { getAttribute, documentOf } from '../tree.js';
import { sourceOf, type TuiDocument, type TuiElement } from '../tui-element.js';
import { findPart, type DocumentParts } from './parts.js';

const ofDocuments = new WeakMap<TuiDocument, DocumentParts>();

export function setStyleFiles(document: TuiDocument, parts: DocumentParts): void {
  ofDocuments.set(document, parts);
}

/** The file of a style element; undefined where it names none, or one that was not read. */
export function styleFileOf(element: TuiElement): Source | undefined {
  const src = getAttribute(element, 'src');
  if (src === null) return undefined;
  const parts = ofDocuments.get(documentOf(element)) ?? [];
  const file = sourceOf(element)?.source.file;
  // The file that the element is written in has its path by what led there.
  const importer = parts.find(
    ({ kind, source }) => kind === 'import' && source.file === file,
  )?.path;
  return findPart(parts, importer ?? '', { src, kind: 'style' })?.source;
}

/** All files that style elements name, as one text that can be compared. */
export function styleFilesOf(document: TuiDocument): string {
  const parts = ofDocuments.get(document) ?? [];
  return JSON.stringify(parts.filter(({ kind }) => kind === 'style'));
}
