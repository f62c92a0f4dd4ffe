/** Loads what is in items when they are opened first. The newest request for an item counts. */
import { findItemsError, type TreeItem } from './model/item.js';
import type { TreeModel } from './model/model.js';
import type { TreeNode } from './model/node.js';

/** What `loadChildren` is asked about. */
interface LoadRequest {
  readonly item: TreeItem;
  readonly id: string;
}

export type LoadChildren = (
  request: LoadRequest,
) => readonly (TreeItem | string)[] | PromiseLike<readonly (TreeItem | string)[]>;

export interface LoaderHost {
  readonly model: TreeModel;
  /** Snapshots and tests wait for what is open at the start. */
  waitFor(work: Promise<unknown>): void;
  onChange(): void;
  /** An item was opened with what was loaded. */
  onOpen(node: TreeNode, isByUser: boolean): void;
}

/** Whether an item is opened once it is loaded, and for whom. */
type Reason = 'user' | 'open' | undefined;

export class Loader {
  loadChildren: LoadChildren | undefined;
  readonly #requests = new Map<TreeNode, object>();
  /** Ids of items that are opened as soon as they exist. */
  #later = new Set<string>();

  readonly #host: LoaderHost;

  constructor(host: LoaderHost) {
    this.#host = host;
  }

  get isBusy(): boolean {
    return this.#requests.size > 0;
  }

  openLater(ids: ReadonlySet<string>): void {
    this.#later = new Set(ids);
  }

  /** Items that the data says are open. */
  loadAtStart(): void {
    const { unloaded } = this.#host.model;
    for (const node of [...unloaded]) {
      unloaded.delete(node);
      this.load(node, 'open');
    }
  }

  reloadAll(): void {
    const lists = [this.#host.model.top];
    for (let list = lists.pop(); list !== undefined; list = lists.pop()) {
      for (const node of list.made()) {
        if (node.isLoaded) this.load(node);
        else if (node.children !== undefined) lists.push(node.children);
      }
    }
  }

  load(node: TreeNode, reason?: Reason): void {
    const { loadChildren } = this;
    if (loadChildren === undefined) return;
    let answer: ReturnType<LoadChildren> | undefined;
    try {
      answer = loadChildren({ item: node.item, id: node.id });
    } catch (error) {
      this.#fail(node, error);
      return;
    }
    if (!isThenable(answer)) {
      this.#requests.delete(node);
      this.#take(node, answer, reason);
      return;
    }
    const request = {};
    this.#requests.set(node, request);
    node.state = 'loading';
    this.#host.onChange();
    const isCurrent = (): boolean => {
      if (this.#requests.get(node) !== request) return false;
      this.#requests.delete(node);
      // It may have left the tree meanwhile.
      const isHere = this.#host.model.node(node.serial) === node;
      if (!isHere) this.#host.onChange();
      return isHere;
    };
    const work = Promise.resolve(answer).then(
      (items) => {
        if (isCurrent()) this.#take(node, items, reason);
      },
      (error: unknown) => {
        if (isCurrent()) this.#fail(node, error);
      },
    );
    if (reason === 'open') this.#host.waitFor(work);
  }

  #take(node: TreeNode, items: unknown, reason: Reason): void {
    const error = findItemsError(items, 'onLoadChildren');
    if (error !== undefined) {
      this.#fail(node, error);
      return;
    }
    node.state = 'idle';
    node.error = '';
    const { model } = this.#host;
    model.setChildren(node, items as readonly TreeItem[]);
    if (reason !== undefined && !model.isOpen(node)) {
      model.setExpanded(node, true);
      this.#host.onOpen(node, reason === 'user');
    }
    for (const [index] of this.#later.size === 0 ? [] : (items as unknown[]).entries()) {
      const child = model.childrenOf(node).nodeAt(index);
      if (!this.#later.delete(child.id)) continue;
      if (child.isLazy) this.load(child, 'open');
      else if (child.isParent) model.setExpanded(child, true);
    }
    this.#host.onChange();
  }

  #fail(node: TreeNode, error: unknown): void {
    node.state = 'failed';
    node.error = error instanceof Error ? error.message : String(error);
    this.#requests.delete(node);
    this.#host.model.version++;
    this.#host.onChange();
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value;
}
