/** `<if>`: the content of the first branch whose test is true. */
import type { TreeNode } from '../../dom/tree/tree-node.js';
import { BlockEffect } from './block-effect.js';
import type { CompiledIf } from './compiled-template.js';
import { Content, insertFragment } from './content.js';
import type { Rendering } from './rendering.js';
import type { Scope } from './scope.js';

export class IfEffect extends BlockEffect {
  /** Place of the branch that shows; -1 where none does. */
  #shown = -1;
  #next = -1;
  #content: Content | undefined;

  readonly #block: CompiledIf;

  constructor(
    block: CompiledIf,
    anchor: TreeNode,
    scope: Scope,
    depth: number,
    rendering: Rendering,
  ) {
    super(anchor, scope, depth, rendering);
    this.#block = block;
  }

  override get madeOf(): object {
    return this.#block;
  }

  override get nodes(): readonly TreeNode[] {
    return this.#content?.nodes ?? [];
  }

  override get firstNode(): TreeNode | undefined {
    return this.#content?.firstNode;
  }

  override variableChanged(level: number, isIndex: boolean): void {
    if (this.#block.branches.some(({ test }) => test?.mentions(level, isIndex) === true))
      this.outdate();
    this.#content?.variableChanged(level, isIndex);
  }

  override dispose(): void {
    super.dispose();
    this.#content?.dispose();
  }

  override resume(): void {
    super.resume();
    this.#content?.resume();
  }

  protected override read(): boolean {
    this.#next = -1;
    for (const [index, { test }] of this.#block.branches.entries()) {
      const result = test === undefined ? { value: true } : this.evaluate(test, this.scope);
      if (result === undefined) return false;
      if (!result.value) continue;
      this.#next = index;
      break;
    }
    return this.#next !== this.#shown;
  }

  protected override render(parent: TreeNode): void {
    this.#content?.remove(parent);
    this.#content = undefined;
    this.#shown = this.#next;
    const branch = this.#block.branches[this.#shown];
    if (branch === undefined) return;
    const fragment = this.rendering.createFragment();
    this.#content = Content.render(
      branch.content,
      this.scope,
      fragment,
      this.depth + 1,
      this.rendering,
    );
    insertFragment(fragment, this.anchor);
  }
}
