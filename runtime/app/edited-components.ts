/** Components of an app whose files are edited while it runs. */
import { componentsOf } from '../element/components/component-element.js';
import type { DocumentParts } from '../element/components/parts.js';
import { updateInstances } from '../element/components/replace-template.js';
import type { LoadedDocument } from '../element/loading/load.js';
import { changedComponents, takeOverTemplates } from '../element/loading/patch-components.js';
import type { TuiDocument } from '../element/tui-element.js';
import type { Scripts } from '../script/scripts.js';

export interface ComponentEdit {
  /** Takes the new version over in all instances. @returns true where rules of styles may be others */
  apply(scripts: Scripts): boolean;
}

/** Undefined where the app has to be started again for the new version. */
export function componentEdit(
  document: TuiDocument,
  after: LoadedDocument,
  parts: DocumentParts,
): ComponentEdit | undefined {
  const changed = changedComponents(document, after.document);
  if (changed === undefined) return undefined;
  return {
    apply(scripts) {
      const components = componentsOf(document);
      const before = new Map(
        changed.map((tag) => [tag, components.templates.get(tag)!.template] as const),
      );
      const hasOtherRules = takeOverTemplates(document, after, parts, changed);
      scripts.replaceTemplates(before);
      updateInstances(components);
      return hasOtherRules;
    },
  };
}
