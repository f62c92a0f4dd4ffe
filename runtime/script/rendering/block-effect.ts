/** A block that runs: what it renders is in front of a comment. */
import { insert, remove } from '../../dom/tree/mutate.js';
import { nextSiblingOf, parentOf, type TreeNode } from '../../dom/tree/tree-node.js';
import { Effect, untracked, type EffectQueue } from '../state/tracking.js';
import type { Expression } from './expression.js';
import type { Rendering } from './rendering.js';
import type { Scope } from './scope.js';

export abstract class BlockEffect extends Effect {
  constructor(
    readonly anchor: TreeNode,
    protected readonly scope: Scope,
    readonly depth: number,
    protected readonly rendering: Rendering,
  ) {
    super();
  }

  protected override get queue(): EffectQueue {
    return this.rendering.queue;
  }

  /** The compiled block: the same for as long as its code does not change. */
  abstract readonly madeOf: object;
  /** What it renders now, in order. */
  abstract readonly nodes: readonly TreeNode[];
  abstract readonly firstNode: TreeNode | undefined;

  /** A variable of a loop around it has another value. */
  abstract variableChanged(level: number, isIndex: boolean): void;

  /** The comment may have been moved: what it renders follows. */
  reseat(): void {
    const parent = parentOf(this.anchor);
    const { nodes } = this;
    const last = nodes.at(-1);
    if (parent === null || last === undefined || nextSiblingOf(last) === this.anchor) return;
    insert(parent, nodes, this.anchor);
  }

  /** Ends it, and takes out what it renders. */
  remove(): void {
    this.dispose();
    for (const node of this.nodes) if (parentOf(node) !== null) remove(node);
  }

  /** Reads what it depends on. False where that failed: what is shown stays. */
  protected abstract read(): boolean;
  /** Shows what was read in the parent of the comment; nothing that runs here is a reason to read again. */
  protected abstract render(parent: TreeNode): void;

  protected override run(): void {
    const parent = parentOf(this.anchor);
    // A script has taken the comment out, with whatever was around it.
    if (parent === null) this.dispose();
    else if (this.read()) untracked(() => this.render(parent));
  }

  /** @returns undefined where the code throws, which is reported */
  protected evaluate(
    expression: Expression,
    scope: Scope,
  ): { readonly value: unknown } | undefined {
    try {
      const value = expression.evaluate(scope);
      this.rendering.succeeded(this);
      return { value };
    } catch (error) {
      this.rendering.failed(this, expression, error);
      return undefined;
    }
  }
}
