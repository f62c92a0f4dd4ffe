/** Templates with their code compiled: what rows and branches are made of. */
import type { Code, Piece } from '../../element/templates/expressions.js';
import type {
  Block,
  ForBlock,
  IfBlock,
  Origin,
  Template,
} from '../../element/templates/template.js';
import { nodesOf } from '../../element/templates/copies.js';
import type { ElementSource } from '../../element/source.js';
import type { TreeNode } from '../../dom/tree/tree-node.js';
import type { ScriptNames } from '../globals/names.js';
import { Expression } from './expression.js';
import { Shape } from './scope.js';

export type CompiledPiece = string | Expression;

export type CompiledPart =
  | { readonly type: 'text'; readonly index: number; readonly pieces: readonly CompiledPiece[] }
  | {
      readonly type: 'attribute';
      readonly index: number;
      readonly name: string;
      readonly pieces: readonly CompiledPiece[];
    }
  | { readonly type: 'block'; readonly index: number; readonly block: CompiledBlock }
  | { readonly type: 'element'; readonly index: number; source: ElementSource };

export interface CompiledTemplate {
  readonly nodes: readonly TreeNode[];
  readonly parts: readonly CompiledPart[];
  /** True where a block is among the outermost nodes: what a copy consists of changes then. */
  readonly hasOuterBlocks: boolean;
}

export interface CompiledFor {
  readonly type: 'for';
  readonly shape: Shape;
  readonly each: Expression;
  readonly key: Expression | undefined;
  readonly row: CompiledTemplate;
  readonly otherwise: CompiledTemplate | undefined;
}

export interface CompiledIf {
  readonly type: 'if';
  readonly branches: readonly {
    readonly test: Expression | undefined;
    readonly content: CompiledTemplate;
  }[];
}

export type CompiledBlock = CompiledFor | CompiledIf;

export interface CompileHooks {
  readonly names: ScriptNames;
  /** Code that cannot be compiled; it comes to undefined. */
  failed(code: Code, origin: Origin, error: unknown): void;
  /** An element whose attributes hold code, and the variables that it sees. */
  element?(node: TreeNode, shape: Shape | undefined): void;
}

export class TemplateCompiler {
  readonly expressions: Expression[] = [];

  readonly #hooks: CompileHooks;

  constructor(hooks: CompileHooks) {
    this.#hooks = hooks;
  }

  block(block: Block, shape: Shape | undefined): CompiledBlock {
    return block.type === 'for' ? this.#for(block, shape) : this.#if(block, shape);
  }

  template(template: Template, shape: Shape | undefined): CompiledTemplate {
    const { origin, nodes } = template;
    const numbered = this.#hooks.element === undefined ? undefined : nodesOf(nodes);
    const outer = new Set(nodes);
    let hasOuterBlocks = false;
    const parts = template.parts.map((part): CompiledPart => {
      switch (part.type) {
        case 'block':
          hasOuterBlocks ||= outer.has((numbered ?? nodesOf(nodes))[part.index]!);
          return { ...part, block: this.block(part.block, shape) };
        case 'element': {
          const node = numbered?.[part.index];
          if (node !== undefined) this.#hooks.element?.(node, shape);
          return part;
        }
        default:
          return { ...part, pieces: this.#pieces(part.pieces, shape, origin) };
      }
    });
    return { nodes, parts, hasOuterBlocks };
  }

  #for(block: ForBlock, outer: Shape | undefined): CompiledFor {
    const level = outer === undefined ? 0 : outer.level + 1;
    const shape = new Shape(outer, level, block.as, block.index);
    const { origin, key, row, otherwise } = block;
    return {
      type: 'for',
      shape,
      each: this.expression(block.each, outer, origin),
      key: key && this.expression(key, shape, origin),
      row: this.template(row, shape),
      otherwise: otherwise && this.template(otherwise, outer),
    };
  }

  #if({ branches, origin }: IfBlock, shape: Shape | undefined): CompiledIf {
    return {
      type: 'if',
      branches: branches.map(({ test, content }) => ({
        test: test && this.expression(test, shape, origin),
        content: this.template(content, shape),
      })),
    };
  }

  #pieces(
    pieces: readonly Piece[],
    shape: Shape | undefined,
    origin: Origin,
  ): readonly CompiledPiece[] {
    return pieces.map((piece) =>
      typeof piece === 'string' ? piece : this.expression(piece, shape, origin),
    );
  }

  expression(code: Code, shape: Shape | undefined, origin: Origin): Expression {
    let expression: Expression;
    try {
      expression = new Expression(code, shape, this.#hooks.names, origin);
    } catch (error) {
      this.#hooks.failed(code, origin, error);
      const nothing = { ...code, code: 'undefined' };
      expression = new Expression(nothing, shape, this.#hooks.names, origin);
    }
    this.expressions.push(expression);
    return expression;
  }
}
