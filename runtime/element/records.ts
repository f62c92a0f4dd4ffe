/** Records of changes in the tree of an app. */
import type { Invalidation } from '../dom/tree/tree-node.js';
import type { TuiCharacterData, TuiElement, TuiNode, TuiParentNode } from './tui-element.js';

/** Called synchronously after a change of the tree. */
export type MutationRecord =
  | {
      readonly type: 'childList';
      readonly target: TuiParentNode;
      readonly addedNodes: readonly TuiNode[];
      readonly removedNodes: readonly TuiNode[];
      readonly previousSibling: TuiNode | null;
      readonly nextSibling: TuiNode | null;
    }
  | {
      readonly type: 'attributes';
      readonly target: TuiElement;
      /** As it is spelt in the document. */
      readonly attributeName: string;
      readonly attributeNamespace: string | null;
      /** The one name of all spellings: camelCase. */
      readonly property: string;
      /** Null where there was none, or where the old value never was text. */
      readonly oldValue: string | null;
    }
  | {
      readonly type: 'characterData';
      readonly target: TuiCharacterData;
      readonly oldValue: string;
    }
  | { readonly type: 'invalidate'; readonly target: TuiElement; readonly kind: Invalidation }
  | { readonly type: 'state'; readonly target: TuiElement; readonly state: string };

export type RecordKind = MutationRecord['type'];

export type RecordOf<Kind extends RecordKind> = Extract<MutationRecord, { type: Kind }>;

export const EVERY_KIND: readonly RecordKind[] = [
  'childList',
  'attributes',
  'characterData',
  'invalidate',
  'state',
];
