/**
 * Code of templates as functions. Each text is compiled once, with the scripts of the app and with no more rights than they have; all
 * rows share its function, which receives their variables. Names of the document are looked up when the code runs.
 */
import type { Span } from '../../base/diagnostics.js';
import type { Code } from '../../element/templates/expressions.js';
import type { Origin } from '../../element/templates/template.js';
import { createFunction } from '../evaluate.js';
import { checkBody, expressionBody } from '../whole-code.js';
import type { ScriptNames } from '../globals/names.js';
import { offsetIn } from '../compiler.js';
import { toRaw } from '../state/reactive.js';
import { track } from '../state/tracking.js';
import { findComparison, IS_EQUAL, type Comparison } from './comparison.js';
import { Selector } from './selector.js';
import { forgetCode, nameCode, wordAt, type Place } from '../trace.js';
import {
  valueOf,
  variablesOf,
  type RootScope,
  type Scope,
  type Shape,
  type Variable,
} from './scope.js';

/** `function anonymous(a,b\n) {\nwith … {`: lines in front of the code's own first. */
const LINES_BEFORE = 3;
/** What the object of names is called in compiled code. */
const NAMES = '__tui_names';

type Run = (this: unknown, ...values: unknown[]) => unknown;
/** Makes the function for one set of names. */
export type Maker = (...values: unknown[]) => Run;

/**
 * Compiles code into a function of variables.
 *
 * @param body the code, with what returns its value
 * @throws SyntaxError
 */
export function compileCode(
  body: string,
  parameters: readonly string[],
  names: readonly string[],
  isAsync: boolean,
  comment: string,
): Maker {
  checkBody(body, parameters, isAsync);
  // Only the outer function is sloppy, for `with`; the code itself is strict, as all code of apps is.
  const head = `with (${NAMES}) { return ${isAsync ? 'async ' : ''}function (${parameters.join(', ')}) { 'use strict';`;
  return createFunction([...names, NAMES], `${head}\n${body}\n} }${comment}`) as Maker;
}

/** `row.name`, `row`: read without a call. */
const PATH =
  /^\s*([\p{ID_Start}$_][\p{ID_Continue}$]*)((?:\.[\p{ID_Start}$_][\p{ID_Continue}$]*)*)\s*$/u;

export class Expression {
  /** Variables that the code mentions. */
  readonly variables: readonly Variable[];
  /** Of code that only follows properties of a variable. */
  readonly #path: readonly string[] | undefined;
  readonly #comparison: Comparison | undefined;
  readonly #maker: Maker | undefined;
  readonly #names: ScriptNames;
  readonly #values: readonly unknown[];
  /** What follows from the outcome of the comparison; compiled when it is first used. */
  #rest: { readonly maker: Maker; readonly variables: readonly Variable[] } | undefined;
  readonly #comment: string;
  readonly #id: number | undefined;

  /** With its place, which an edit of the file may change. */
  code: Code;
  #origin: Origin;

  /** @throws SyntaxError */
  constructor(code: Code, shape: Shape | undefined, names: ScriptNames, origin: Origin) {
    this.code = code;
    this.#origin = origin;
    const text = code.code;
    const words = wordsOf(text);
    this.variables = variablesOf(shape).filter(({ name }) => words.has(name));
    const [, head = '', tail = ''] = PATH.exec(text) ?? [];
    if (this.variables.length === 1 && head === this.variables[0]?.name) {
      this.#path = tail === '' ? [] : tail.slice(1).split('.');
    }
    this.#comparison = findComparison(text, shape);
    this.#names = names;
    const known = names.for(text);
    this.#values = Object.values(known);
    const { id, comment } = nameCode((line, column) => this.#placeAt(line, column));
    this.#id = id;
    this.#comment = comment;
    const parameters = this.variables.map(({ name }) => name);
    try {
      const body = expressionBody(text);
      this.#maker = compileCode(body, parameters, Object.keys(known), false, comment);
    } catch (error) {
      forgetCode(id);
      throw error;
    }
  }

  /** Its place in the file. */
  get place(): Place {
    return this.placeOf(0, this.code.code.length);
  }

  placeOf(start: number, end: number): Place {
    const { source, shift } = this.#origin;
    const span = this.code.placeOf(start, end);
    return { source, span: { start: span.start + shift, end: span.end + shift } };
  }

  /** The same code has another place now. */
  moveTo(other: Expression): void {
    this.code = other.code;
    this.#origin = other.#origin;
  }

  forget(): void {
    if (this.#id !== undefined) forgetCode(this.#id);
  }

  /** True where another value of a variable may change what it comes to. */
  mentions(level: number, isIndex: boolean): boolean {
    return this.variables.some((each) => each.level === level && each.isIndex === isIndex);
  }

  /** @throws what the code throws */
  evaluate(scope: Scope): unknown {
    const { variables } = this;
    const [first] = variables;
    if (first !== undefined && this.#path !== undefined) {
      const found = this.#follow(scope, first, this.#path);
      if (found !== FAILED) return found;
    }
    if (this.#comparison !== undefined) {
      const outcome = this.#compare(scope, this.#comparison);
      if (outcome !== FAILED) return this.#evaluateRest(scope, this.#comparison, outcome);
    }
    const run = this.#functionFor(scope.root);
    if (first === undefined) return run();
    if (variables.length === 1) return run(valueOf(scope, first));
    return run(...variables.map((each) => valueOf(scope, each)));
  }

  /** Properties of an entry, without making each object on the way report its reads. */
  #follow(scope: Scope, { level, isIndex }: Variable, path: readonly string[]): unknown {
    const row = scope.row?.at(level);
    if (row === undefined) return FAILED;
    if (isIndex) return path.length === 0 ? row.index : FAILED;
    if (path.length === 0) return row.entry;
    let value = toRaw(row.raw);
    for (const part of path) {
      if (typeof value !== 'object' || value === null) return FAILED;
      const own = Object.getOwnPropertyDescriptor(value, part);
      if (own === undefined || !('value' in own)) return FAILED;
      track(value, part);
      value = toRaw(own.value);
    }
    // What is reactive itself has to be read as scripts read it.
    return typeof value === 'object' && value !== null ? FAILED : value;
  }

  #compare(scope: Scope, { variable, path, name }: Comparison): boolean | typeof FAILED {
    const own = this.#follow(scope, variable, path);
    if (own === FAILED) return FAILED;
    const { root } = scope;
    let selector = root.selectors.get(name);
    if (selector === undefined) {
      const known = this.#names.for(name);
      const body = `return (${name});`;
      const maker = compileCode(body, [], Object.keys(known), false, '');
      selector = new Selector(root.queue, maker(...Object.values(known), root.names));
      root.selectors.set(name, selector);
    }
    try {
      return selector.is(own);
    } catch {
      // The code as it is written throws the same, with its place.
      return FAILED;
    }
  }

  #evaluateRest(scope: Scope, { rest }: Comparison, outcome: boolean): unknown {
    if (rest === undefined) return outcome;
    const { maker, variables } = (this.#rest ??= this.#compileRest(rest));
    const { functions, names } = scope.root;
    let run = functions.get(maker) as Run | undefined;
    if (run === undefined) functions.set(maker, (run = maker(...this.#values, names)));
    return run(outcome, ...variables.map((each) => valueOf(scope, each)));
  }

  #compileRest(rest: string): { readonly maker: Maker; readonly variables: readonly Variable[] } {
    const words = wordsOf(rest);
    const variables = this.variables.filter(({ name }) => words.has(name));
    const known = Object.keys(this.#names.for(this.code.code));
    const parameters = [IS_EQUAL, ...variables.map(({ name }) => name)];
    const maker = compileCode(expressionBody(rest), parameters, known, false, this.#comment);
    return { maker, variables };
  }

  #functionFor(root: RootScope): (...values: unknown[]) => unknown {
    let run = root.functions.get(this) as Run | undefined;
    if (run === undefined) {
      run = this.#maker!(...this.#values, root.names);
      root.functions.set(this, run);
    }
    return run;
  }

  /** `return (` has a line of its own. */
  #placeAt(line: number, column: number): Place | undefined {
    const { code } = this.code;
    const at = line - LINES_BEFORE - 1;
    if (at < 1) return undefined;
    const word: Span = wordAt(code, offsetIn(code, at, column));
    return this.placeOf(word.start, word.end);
  }
}

const FAILED = Symbol('failed');

function wordsOf(code: string): ReadonlySet<string> {
  return new Set(code.match(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu));
}
