/** What contents of templates need of the app that they are in. */
import type { TreeNode } from '../../dom/tree/tree-node.js';
import type { Effect, EffectQueue } from '../state/tracking.js';
import type { BlockEffect } from './block-effect.js';
import type { CompiledBlock } from './compiled-template.js';
import type { Expression } from './expression.js';
import type { Scope, ShowEntry } from './scope.js';

export interface Rendering {
  readonly queue: EffectQueue;
  readonly show: ShowEntry;
  createFragment(): TreeNode;
  createBlock(block: CompiledBlock, anchor: TreeNode, scope: Scope, depth: number): BlockEffect;
  /** Code threw: reported once, until it is something else. */
  failed(effect: Effect, expression: Expression, error: unknown): void;
  succeeded(effect: Effect): void;
  /** Reports what code has come to, at the place of the code. */
  report(expression: Expression, message: string, suggestion?: string): void;
}
