/** The standard's MutationObserver on top of the tree's own records. */
import type { MutationRecord, TuiDocument, TuiNode } from './element.js';

export interface ObserverInit {
  readonly childList?: boolean;
  readonly attributes?: boolean;
  readonly characterData?: boolean;
  readonly subtree?: boolean;
  readonly attributeOldValue?: boolean;
  readonly characterDataOldValue?: boolean;
  /** Attribute names in either spelling. */
  readonly attributeFilter?: readonly string[];
}

/** A record as the standard has it. */
export interface ObservedRecord {
  readonly type: 'childList' | 'attributes' | 'characterData';
  readonly target: TuiNode;
  readonly addedNodes: readonly TuiNode[];
  readonly removedNodes: readonly TuiNode[];
  readonly previousSibling: TuiNode | null;
  readonly nextSibling: TuiNode | null;
  readonly attributeName: string | null;
  readonly attributeNamespace: null;
  readonly oldValue: string | null;
}

export type ObserverCallback = (records: ObservedRecord[], observer: MutationObserver) => void;

/** The same for every document: each observer listens to the documents of what it observes. */
export class MutationObserver {
  readonly #callback: ObserverCallback;
  readonly #targets = new Map<TuiNode, ObserverInit>();
  readonly #documents = new Map<TuiDocument, () => void>();
  #records: ObservedRecord[] = [];
  #scheduled = false;

  constructor(callback: ObserverCallback) {
    if (typeof callback !== 'function') throw new TypeError('a callback is expected here');
    this.#callback = callback;
  }

  observe(target: TuiNode, given: ObserverInit = {}): void {
    const attributes =
      given.attributes ??
      (given.attributeOldValue !== undefined || given.attributeFilter !== undefined);
    const characterData = given.characterData ?? given.characterDataOldValue !== undefined;
    if (given.childList !== true && !attributes && !characterData) {
      throw new TypeError('one of childList, attributes and characterData must be asked for');
    }
    this.#targets.set(target, { ...given, attributes, characterData });
    const document =
      (target.ownerDocument as TuiDocument | null) ?? (target as unknown as TuiDocument);
    if (this.#documents.has(document)) return;
    const stop = document.observe((record) => this.#hear(record), { detached: true });
    this.#documents.set(document, stop);
  }

  disconnect(): void {
    for (const stop of this.#documents.values()) stop();
    this.#documents.clear();
    this.#targets.clear();
    this.#records = [];
  }

  takeRecords(): ObservedRecord[] {
    const records = this.#records;
    this.#records = [];
    return records;
  }

  #hear(record: MutationRecord): void {
    if (record.type === 'invalidate' || record.type === 'state') return;
    let wanted = false;
    let old = false;
    for (let node: TuiNode | null = record.target; node !== null; node = node.parentNode) {
      const init = this.#targets.get(node);
      if (init === undefined || (node !== record.target && init.subtree !== true)) continue;
      if (!asksFor(init, record)) continue;
      wanted = true;
      old ||=
        record.type === 'attributes'
          ? init.attributeOldValue === true
          : record.type === 'characterData' && init.characterDataOldValue === true;
    }
    if (!wanted) return;
    this.#records.push(observed(record, old));
    if (this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(() => {
      this.#scheduled = false;
      const records = this.takeRecords();
      if (records.length === 0) return;
      try {
        this.#callback.call(this, records, this);
      } catch (error) {
        const [document] = this.#documents.keys();
        document?.reportError(error, records[0]?.target);
      }
    });
  }
}

function asksFor(init: ObserverInit, record: MutationRecord): boolean {
  if (record.type === 'childList') return init.childList === true;
  if (record.type === 'characterData') return init.characterData === true;
  if (record.type !== 'attributes' || init.attributes !== true) return false;
  const { attributeName, property } = record;
  return (
    init.attributeFilter === undefined ||
    init.attributeFilter.some((name) => name === attributeName || name === property)
  );
}

function observed(record: MutationRecord, old: boolean): ObservedRecord {
  const isChildList = record.type === 'childList';
  return {
    type: record.type as ObservedRecord['type'],
    target: record.target as TuiNode,
    addedNodes: isChildList ? record.addedNodes : [],
    removedNodes: isChildList ? record.removedNodes : [],
    previousSibling: isChildList ? record.previousSibling : null,
    nextSibling: isChildList ? record.nextSibling : null,
    attributeName: record.type === 'attributes' ? record.attributeName : null,
    attributeNamespace: null,
    oldValue: old ? (record as { oldValue: string | null }).oldValue : null,
  };
}
