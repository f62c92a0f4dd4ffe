/** Compares the components of two versions of a document: where they are the same, instances may stay. */
import { isEqual } from '../../dom/tree/clone.js';
import { registryOf } from '../query.js';
import type { TuiDocument } from '../tui-element.js';
import { componentsOf } from './component-element.js';
import { styleFilesOf } from './style-files.js';

export function hasSameComponents(before: TuiDocument, after: TuiDocument): boolean {
  const known = componentsOf(before).templates;
  const now = componentsOf(after).templates;
  if (known.size !== now.size) return false;
  for (const [tag, { content }] of now) {
    const old = known.get(tag);
    if (old === undefined || !isEqual(old.content, content)) return false;
    if (propertiesOf(before, tag) !== propertiesOf(after, tag)) return false;
  }
  return styleFilesOf(before) === styleFilesOf(after);
}

function propertiesOf(document: TuiDocument, tag: string): string {
  return JSON.stringify(registryOf(document).get(tag)?.attributes ?? {});
}
