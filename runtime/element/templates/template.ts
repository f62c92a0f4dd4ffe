/**
 * Markup with expressions, prepared once: a prototype to copy, and what is done to each copy. Nothing of it runs here: code is
 * compiled and evaluated where the scripts are.
 */
import type { Source } from '../../base/diagnostics.js';
import type { TreeNode } from '../../dom/tree/tree-node.js';
import type { ElementSource } from '../source.js';
import type { Code, Piece } from './expressions.js';

/** The file of a template, and how far its text has moved in it since it was read. */
export interface Origin {
  source: Source;
  shift: number;
}

/** Something to be done to a copy of a prototype. */
export type Part = TextPart | AttributePart | BlockPart | ElementPart;

interface InNode {
  /** The place of the node among all of the prototype, in document order. */
  readonly index: number;
}

interface TextPart extends InNode {
  readonly type: 'text';
  readonly pieces: readonly Piece[];
}

interface AttributePart extends InNode {
  readonly type: 'attribute';
  readonly name: string;
  readonly pieces: readonly Piece[];
}

/** A comment, in front of which a block puts what it renders. */
interface BlockPart extends InNode {
  readonly type: 'block';
  readonly block: Block;
}

/** An element with handlers or bindings, whose code sees the names of the template. */
interface ElementPart extends InNode {
  readonly type: 'element';
  readonly source: ElementSource;
}

export interface Template {
  readonly origin: Origin;
  /** What copies are made of. */
  readonly nodes: readonly TreeNode[];
  /** In the order of their nodes. */
  readonly parts: readonly Part[];
}

export interface ForBlock {
  readonly type: 'for';
  readonly origin: Origin;
  readonly each: Code;
  /** Names of the variables for a row and its place. */
  readonly as: string | undefined;
  readonly index: string | undefined;
  readonly key: Code | undefined;
  readonly row: Template;
  /** Shown where there are no rows. */
  readonly otherwise: Template | undefined;
}

interface Branch {
  /** Undefined of the last `<else/>`. */
  readonly test: Code | undefined;
  readonly content: Template;
}

export interface IfBlock {
  readonly type: 'if';
  readonly origin: Origin;
  readonly branches: readonly Branch[];
}

export type Block = ForBlock | IfBlock;
