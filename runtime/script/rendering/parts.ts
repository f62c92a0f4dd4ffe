/** Texts and attributes with expressions. */
import { setData } from '../../dom/tree/mutate.js';
import type { TreeNode } from '../../dom/tree/tree-node.js';
import { formatBound } from '../../element/binding/values.js';
import { writeAttribute } from '../../element/templates/write-attribute.js';
import type { TuiElement } from '../../element/tui-element.js';
import { toRaw } from '../state/reactive.js';
import { Effect, type EffectQueue } from '../state/tracking.js';
import type { CompiledPiece } from './compiled-template.js';
import type { Expression } from './expression.js';
import type { Rendering } from './rendering.js';
import type { Scope } from './scope.js';

/** Before the first run: equal to nothing that code can come to. */
const NOTHING = Symbol('nothing');

export abstract class PartEffect extends Effect {
  protected last: unknown = NOTHING;

  constructor(
    protected readonly pieces: readonly CompiledPiece[],
    protected readonly scope: Scope,
    readonly depth: number,
    protected readonly rendering: Rendering,
  ) {
    super();
  }

  protected override get queue(): EffectQueue {
    return this.rendering.queue;
  }

  /** The compiled code: the same for as long as that does not change. */
  get madeOf(): object {
    return this.pieces;
  }

  mentions(level: number, isIndex: boolean): boolean {
    return this.pieces.some((piece) => typeof piece !== 'string' && piece.mentions(level, isIndex));
  }

  /** What an expression comes to; undefined where it throws, which is reported. */
  protected value(expression: Expression): unknown {
    try {
      const value = expression.evaluate(this.scope);
      this.rendering.succeeded(this);
      return value;
    } catch (error) {
      this.rendering.failed(this, expression, error);
      return undefined;
    }
  }
}

export class TextEffect extends PartEffect {
  readonly #node: TreeNode;

  constructor(
    pieces: readonly CompiledPiece[],
    node: TreeNode,
    scope: Scope,
    depth: number,
    rendering: Rendering,
  ) {
    super(pieces, scope, depth, rendering);
    this.#node = node;
  }

  protected override run(): void {
    let text = '';
    for (const piece of this.pieces) {
      text += typeof piece === 'string' ? piece : formatBound(this.value(piece));
    }
    if (text === this.last) return;
    this.last = text;
    setData(this.#node, text);
  }
}

export class AttributeEffect extends PartEffect {
  readonly #name: string;
  readonly #element: TuiElement;

  constructor(
    name: string,
    pieces: readonly CompiledPiece[],
    element: TuiElement,
    scope: Scope,
    depth: number,
    rendering: Rendering,
  ) {
    super(pieces, scope, depth, rendering);
    this.#name = name;
    this.#element = element;
  }

  protected override run(): void {
    const value = this.#value();
    if (Object.is(value, this.last) && typeof value !== 'object') return;
    this.last = value;
    writeAttribute(this.#element, this.#name, value);
  }

  /** One expression alone keeps its type; beside other text, false is nothing. */
  #value(): unknown {
    const [first] = this.pieces;
    if (this.pieces.length === 1 && typeof first === 'object') return toRaw(this.value(first));
    return this.pieces
      .map((piece) => {
        const value = typeof piece === 'string' ? piece : this.value(piece);
        return value === false ? '' : formatBound(value);
      })
      .join('');
  }
}
