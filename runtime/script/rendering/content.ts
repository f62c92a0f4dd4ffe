/** One copy of a template, kept in step with what its code reads. */
import { insert, moveAll, removeAll } from '../../dom/tree/mutate.js';
import { parentOf, type TreeNode } from '../../dom/tree/tree-node.js';
import { copyInto } from '../../element/templates/copies.js';
import { setScope, setSource, type TuiElement } from '../../element/tui-element.js';
import { BlockEffect } from './block-effect.js';
import type { CompiledPart, CompiledTemplate } from './compiled-template.js';
import { AttributeEffect, TextEffect, type PartEffect } from './parts.js';
import type { Rendering } from './rendering.js';
import type { Scope } from './scope.js';

export class Content {
  /** The outermost nodes; what blocks among them render is not in here. */
  #nodes: readonly TreeNode[];
  /** By the comment that each puts its content in front of; of the outermost ones. */
  #outerBlocks: Map<TreeNode, BlockEffect> | undefined;
  #effects: (PartEffect | BlockEffect)[] = [];
  readonly #scope: Scope;
  readonly #depth: number;
  readonly #rendering: Rendering;

  /** @param nodes the copies, with all that is in them, in document order; nothing of them is computed until `start` */
  constructor(
    template: CompiledTemplate,
    copies: readonly TreeNode[],
    nodes: readonly TreeNode[],
    scope: Scope,
    depth: number,
    rendering: Rendering,
  ) {
    this.#nodes = copies;
    this.#scope = scope;
    this.#depth = depth;
    this.#rendering = rendering;
    for (const part of template.parts) {
      const node = nodes[part.index];
      if (node !== undefined) this.#add(part, node);
    }
    if (template.hasOuterBlocks) this.#findOuterBlocks();
  }

  /** @param parent a fragment, at whose end the copy is made */
  static render(
    template: CompiledTemplate,
    scope: Scope,
    parent: TreeNode,
    depth: number,
    rendering: Rendering,
  ): Content {
    const nodes: TreeNode[] = [];
    const copies = copyInto(parent, template.nodes, nodes);
    const content = new Content(template, copies, nodes, scope, depth, rendering);
    content.start();
    return content;
  }

  /** Computes everything: once all elements have their scope. */
  start(): void {
    for (const effect of this.#effects) effect.refresh();
  }

  /** The outermost nodes with what blocks among them render, in order. */
  get nodes(): readonly TreeNode[] {
    if (this.#outerBlocks === undefined) return this.#nodes;
    return this.#nodes.flatMap((node) => [...(this.#outerBlocks?.get(node)?.nodes ?? []), node]);
  }

  get firstNode(): TreeNode | undefined {
    const [first] = this.#nodes;
    if (first === undefined || this.#outerBlocks === undefined) return first;
    return this.#outerBlocks.get(first)?.firstNode ?? first;
  }

  remove(parent: TreeNode): void {
    this.dispose();
    removeAll(parent, this.nodes);
  }

  moveTo(parent: TreeNode, before: TreeNode | null): void {
    moveAll(parent, this.nodes, before);
  }

  /**
   * Takes another version of the template. What it shares with the one before runs on.
   *
   * @param place puts the nodes into the tree
   * @param isStarted false where nothing of it has been computed
   */
  replace(
    template: CompiledTemplate,
    copies: readonly TreeNode[],
    nodes: readonly TreeNode[],
    place: () => void,
    isStarted: boolean,
  ): void {
    const before = new Map(this.#effects.map((effect) => [effect.madeOf, effect]));
    const added: (PartEffect | BlockEffect)[] = [];
    this.#effects = [];
    for (const part of template.parts) {
      const key = sourceOfEffect(part);
      const kept = key && before.get(key);
      const node = nodes[part.index];
      if (key !== undefined && kept !== undefined) {
        before.delete(key);
        this.#effects.push(kept);
      } else if (node !== undefined) {
        const effect = this.#add(part, node);
        if (effect !== undefined) added.push(effect);
      }
    }
    for (const effect of before.values()) {
      if (effect instanceof BlockEffect) effect.remove();
      else effect.dispose();
    }
    this.#nodes = copies;
    this.#outerBlocks = undefined;
    if (template.hasOuterBlocks) this.#findOuterBlocks();
    place();
    for (const effect of this.#effects) {
      if (effect instanceof BlockEffect) effect.reseat();
    }
    if (isStarted) for (const effect of added) effect.refresh();
  }

  /** Runs what mentions a variable again, soon. */
  variableChanged(level: number, isIndex: boolean): void {
    for (const effect of this.#effects) {
      if (effect instanceof BlockEffect) effect.variableChanged(level, isIndex);
      else if (effect.mentions(level, isIndex)) effect.outdate();
    }
  }

  dispose(): void {
    for (const effect of this.#effects) effect.dispose();
  }

  /** Follows again what its code reads, after `dispose`; what has changed meanwhile is rendered. */
  resume(): void {
    for (const effect of this.#effects) effect.resume();
  }

  #add(part: CompiledPart, node: TreeNode): PartEffect | BlockEffect | undefined {
    const effect = this.#createEffect(part, node);
    if (effect !== undefined) this.#effects.push(effect);
    return effect;
  }

  #createEffect(part: CompiledPart, node: TreeNode): PartEffect | BlockEffect | undefined {
    const scope = this.#scope;
    const depth = this.#depth;
    const rendering = this.#rendering;
    switch (part.type) {
      case 'element': {
        const element = node as TuiElement;
        setSource(element, part.source);
        setScope(element, scope);
        return undefined;
      }
      case 'text':
        return new TextEffect(part.pieces, node, scope, depth, rendering);
      case 'attribute': {
        const { name, pieces } = part;
        const element = node as TuiElement;
        return new AttributeEffect(name, pieces, element, scope, depth, rendering);
      }
      case 'block':
        return rendering.createBlock(part.block, node, scope, depth);
    }
  }

  #findOuterBlocks(): void {
    const outer = new Set(this.#nodes);
    this.#outerBlocks = new Map();
    for (const effect of this.#effects) {
      if (effect instanceof BlockEffect && outer.has(effect.anchor)) {
        this.#outerBlocks.set(effect.anchor, effect);
      }
    }
  }
}

/** What is the same for as long as the part is. */
function sourceOfEffect(part: CompiledPart): object | undefined {
  if (part.type === 'element') return undefined;
  return part.type === 'block' ? part.block : part.pieces;
}

/** Puts a fragment's nodes in front of a node. */
export function insertFragment(fragment: TreeNode, before: TreeNode): void {
  const parent = parentOf(before);
  if (parent !== null) insert(parent, [fragment], before);
}
