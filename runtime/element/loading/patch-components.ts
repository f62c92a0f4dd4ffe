/** The components of a document brought in step with its edited files. */
import { isEqual } from '../../dom/tree/clone.js';
import { firstChildOf } from '../../dom/tree/tree-node.js';
import { componentsOf } from '../components/component-element.js';
import { componentTemplate } from '../components/declare-components.js';
import type { DocumentParts } from '../components/parts.js';
import { setStyleFiles, styleFilesOf } from '../components/style-files.js';
import { registryOf } from '../query.js';
import type { TuiDocument } from '../tui-element.js';
import { buildNodes } from './build.js';
import { LoadDiagnostics } from './load-diagnostics.js';
import { readTemplate, type LoadedDocument } from './load.js';

/**
 * Names of the components whose content is another one. Undefined where instances cannot stay: there are other components, or some have
 * other properties.
 */
export function changedComponents(
  before: TuiDocument,
  after: TuiDocument,
): readonly string[] | undefined {
  const known = componentsOf(before).templates;
  const now = componentsOf(after).templates;
  if (known.size !== now.size) return undefined;
  const changed: string[] = [];
  for (const [tag, { content }] of now) {
    const old = known.get(tag);
    if (old === undefined || propertiesOf(before, tag) !== propertiesOf(after, tag)) {
      return undefined;
    }
    if (!isEqual(old.content, content)) changed.push(tag);
  }
  return changed;
}

function propertiesOf(document: TuiDocument, tag: string): string {
  return JSON.stringify(registryOf(document).get(tag)?.attributes ?? {});
}

/**
 * Takes over the templates of a new version, and the files that its style elements name. Instances stay as they are.
 *
 * @returns true where the rules of some style may be others
 */
export function takeOverTemplates(
  document: TuiDocument,
  { document: after, components }: LoadedDocument,
  parts: DocumentParts,
  changed: readonly string[],
): boolean {
  const { templates } = componentsOf(document);
  for (const tag of changed) {
    const declared = components.find((each) => each.tag === tag);
    if (declared === undefined) continue;
    // Its errors were reported when the new version was read.
    const diagnostics = new LoadDiagnostics(declared.diagnostics.source);
    const fragment = document.createDocumentFragment();
    buildNodes(document, [declared.markup], fragment, diagnostics);
    const element = firstChildOf(fragment);
    if (element === null) continue;
    const read = readTemplate(document, { ...declared, diagnostics });
    templates.set(tag, componentTemplate(tag, element, read, declared.file));
  }
  const hasOtherFiles = styleFilesOf(document) !== styleFilesOf(after);
  setStyleFiles(document, parts);
  return hasOtherFiles || changed.length > 0;
}
