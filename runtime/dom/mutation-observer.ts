/** The standard's MutationObserver on top of the tree's own records. */
import { requireNode, type Node } from './node.js';
import { parentOf, ownerOf, type Owner, type TreeNode, type TreeRecord } from './tree/tree-node.js';

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
export class MutationRecord {
  readonly type: 'childList' | 'attributes' | 'characterData';
  readonly target: Node;
  readonly addedNodes: readonly Node[];
  readonly removedNodes: readonly Node[];
  readonly previousSibling: Node | null;
  readonly nextSibling: Node | null;
  readonly attributeName: string | null;
  readonly attributeNamespace: string | null;
  readonly oldValue: string | null;

  /** @internal */
  constructor(record: ObservableRecord, old: boolean) {
    const list = record.type === 'childList' ? record : undefined;
    const attribute = record.type === 'attributes' ? record : undefined;
    this.type = record.type;
    this.target = record.target as Node;
    this.addedNodes = (list?.addedNodes ?? []) as readonly Node[];
    this.removedNodes = (list?.removedNodes ?? []) as readonly Node[];
    this.previousSibling = (list?.previousSibling ?? null) as Node | null;
    this.nextSibling = (list?.nextSibling ?? null) as Node | null;
    this.attributeName = attribute?.attributeName ?? null;
    this.attributeNamespace = attribute?.attributeNamespace ?? null;
    this.oldValue = old && record.type !== 'childList' ? record.oldValue : null;
  }
  get [Symbol.toStringTag](): string {
    return 'MutationRecord';
  }
}

type ObservableRecord = Exclude<TreeRecord, { type: 'invalidate' | 'state' }>;
export type ObserverCallback = (records: MutationRecord[], observer: MutationObserver) => void;

/** `MutationObserver`, shared by all documents: an observer listens to the documents of its targets. */
export class MutationObserver {
  readonly #callback: ObserverCallback;
  readonly #targets = new Map<TreeNode, ObserverInit>();
  readonly #owners = new Map<Owner, () => void>();
  #records: MutationRecord[] = [];
  #scheduled = false;

  constructor(callback: ObserverCallback) {
    if (typeof callback !== 'function') throw new TypeError('expected a callback');
    this.#callback = callback;
  }

  get [Symbol.toStringTag](): string {
    return 'MutationObserver';
  }

  observe(target: Node, options: ObserverInit = {}): void {
    const node = requireNode(target);
    const attributes =
      options.attributes ??
      (options.attributeOldValue !== undefined || options.attributeFilter !== undefined);
    const characterData = options.characterData ?? options.characterDataOldValue !== undefined;
    if (options.childList !== true && !attributes && !characterData) {
      throw new TypeError('one of childList, attributes and characterData must be true');
    }
    if (
      !attributes &&
      (options.attributeOldValue === true || options.attributeFilter !== undefined)
    ) {
      throw new TypeError('attributes is false, but other options require it');
    }
    if (!characterData && options.characterDataOldValue === true) {
      throw new TypeError('characterData is false, but characterDataOldValue requires it');
    }
    this.#targets.set(node, { ...options, attributes, characterData });
    const owner = ownerOf(node);
    if (this.#owners.has(owner)) return;
    this.#owners.set(
      owner,
      owner.watch((record) => this.#onRecord(record)),
    );
  }

  disconnect(): void {
    for (const stop of this.#owners.values()) stop();
    this.#owners.clear();
    this.#targets.clear();
    this.#records = [];
  }

  takeRecords(): MutationRecord[] {
    const records = this.#records;
    this.#records = [];
    return records;
  }

  #onRecord(record: TreeRecord): void {
    if (record.type === 'invalidate' || record.type === 'state') return;
    let isObserved = false;
    let old = false;
    for (let node: TreeNode | null = record.target; node !== null; node = parentOf(node)) {
      const init = this.#targets.get(node);
      if (init === undefined || (node !== record.target && init.subtree !== true)) continue;
      if (!observes(init, record)) continue;
      isObserved = true;
      old ||=
        record.type === 'attributes'
          ? init.attributeOldValue === true
          : record.type === 'characterData' && init.characterDataOldValue === true;
    }
    if (!isObserved) return;
    this.#records.push(new MutationRecord(record, old));
    if (this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(() => this.#deliver());
  }

  #deliver(): void {
    this.#scheduled = false;
    const records = this.#records;
    this.#records = [];
    if (records.length === 0) return;
    try {
      this.#callback.call(this, records, this);
    } catch (error) {
      const [owner] = this.#owners.keys();
      owner?.host.reportError(error, records[0]?.target);
    }
  }
}

function observes(init: ObserverInit, record: ObservableRecord): boolean {
  if (record.type === 'childList') return init.childList === true;
  if (record.type === 'characterData') return init.characterData === true;
  if (init.attributes !== true) return false;
  const { attributeName, property } = record;
  return (
    init.attributeFilter === undefined ||
    init.attributeFilter.some((name) => name === attributeName || name === property)
  );
}
