/**
 * Handlers written as attributes: `onSelect="$app.pick(event)"`, or the bare name of an export,
 * `onSelect="pick"`. They are kept in step with the attributes of the whole document. Attributes that
 * an element declares as hooks (`onGetId`) are not listeners: the element calls them for an answer.
 */
import { didYouMean, type Diagnostic, type Span } from '../base/diagnostics.js';
import type { RecordOf } from '../element/records.js';
import type { TuiDocument, TuiElement } from '../element/tui-element.js';
import { hookOf, isAsyncHook } from '../element/definition.js';
import { COMMON_EVENTS } from '../dom/events/handlers.js';
import { setHandler } from '../dom/events/event-target.js';
import { isThenable } from './globals/globals.js';
import type { ScriptNames } from './globals/names.js';
import { exportNear, namesIn, valuesOf } from './instance-names.js';
import { offsetIn, type ScriptCompiler } from './compiler.js';
import { createAsyncFunction, createFunction } from './evaluate.js';
import { expressionBody } from './whole-code.js';
import {
  codeFrames,
  forgetCode,
  nameCode,
  scriptError,
  wordAt,
  type FrameMap,
  type Place,
} from './trace.js';
import { attributesOf } from '../dom/tree/tree-node.js';
import { sourceOf } from '../element/tui-element.js';
import { documentElementOf, attributeNamesOf, getAttribute, queryAll } from '../element/tree.js';
import { addedElements } from '../element/added-elements.js';
import { observe } from '../element/tui-document.js';

export interface HandlerOptions {
  readonly document: TuiDocument;
  /** Names that handler code sees, with their values. */
  readonly names: ScriptNames;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly compiler: ScriptCompiler;
  /** Code of elements that a template was copied for; undefined of all other elements. */
  readonly scoped?: ((element: TuiElement) => ScopedNames | undefined) | undefined;
  report(diagnostic: Diagnostic): void;
}

/** What code of an element sees beside the names of all handlers. */
export interface ScopedNames {
  /** Distinguishes code with other variables. */
  readonly id: string;
  /** The value of a variable of that name for an element; undefined where there is none. */
  variable(element: TuiElement, name: string): unknown;
  /**
   * Compiles code whose function receives what is passed, after the variables, which it is given here.
   *
   * @throws SyntaxError
   */
  compile(
    body: string,
    parameters: readonly string[],
    isAsync: boolean,
    comment: string,
  ): ScopedCode;
}

/** The function of code for the variables of one element, as they are now. */
type ScopedCode = (element: TuiElement) => (this: unknown, ...values: unknown[]) => unknown;

type Code = (this: unknown, ...values: unknown[]) => unknown;

interface Compiled {
  readonly run: Code;
  /** The number that stacks name it by. */
  readonly id: number;
  /** Lines of the function in front of the attribute's first. */
  readonly linesBefore: number;
}

/** `function anonymous(a,b\n) {\n'use strict';\n`: lines that V8 and this file put before handler code. */
const LINES_BEFORE = 3;

const asWritten = (code: string): string => code;

function isIdentifier(text: string): boolean {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(text);
}

export class Handlers {
  /** Rows of a list share their handler's text: each text is compiled once. */
  readonly #compiled = new Map<string, Compiled | SyntaxError>();
  /** The same of elements of rows, without a key to put together for each of them. */
  readonly #scopedCode = new WeakMap<ScopedNames, Map<string, Compiled | SyntaxError>>();
  readonly #unresolved = new Set<Promise<void>>();
  /** Places of the syntax errors that are reported. */
  readonly #reported = new Set<string>();
  /** The handler whose code runs now: of those with the same text, this one. */
  #running: { readonly element: TuiElement; readonly attribute: string } | undefined;
  readonly #unobserve: () => void;

  readonly #options: HandlerOptions;

  constructor(options: HandlerOptions) {
    this.#options = options;

    const { document } = options;
    for (const each of withDescendants(documentElementOf(document))) this.#bindAll(each);
    this.#unobserve = observe(document, ['attributes', 'childList'], (record) =>
      this.#record(record),
    );
  }

  stop(): void {
    this.#unobserve();
    for (const entry of this.#compiled.values()) if ('id' in entry) forgetCode(entry.id);
    this.#compiled.clear();
  }

  /** Until every syntax error found so far is reported. */
  async settled(): Promise<void> {
    while (this.#unresolved.size > 0) await Promise.all(this.#unresolved);
  }

  /** Reports errors of syntax in the attributes of an element that is not in the document, but is to be copied into it. */
  check(element: TuiElement, scoped: ScopedNames): void {
    for (const attribute of attributeNamesOf(element)) {
      const isHook = hookOf(element, attribute) !== undefined;
      if (!isHook && eventType(element, attribute) === undefined) continue;
      const code = getAttribute(element, attribute) ?? '';
      if (code.trim() === '' || isIdentifier(code.trim())) continue;
      const compiled = isHook ? this.#compileHook(code, scoped) : this.#compileScoped(scoped, code);
      if (compiled instanceof SyntaxError) this.#reportSyntax(element, attribute, code, compiled);
    }
  }

  /** A warning for each bare name that no script exports; to be called when all of them have run. */
  checkNames(): void {
    for (const { element, attribute, code } of this.#all()) {
      const name = code.trim();
      const isExport = exportNear(element, name) !== undefined;
      if (isIdentifier(name) && !isExport && typeof this.#options.exports[name] !== 'function') {
        this.#options.report({
          ...this.#unknownName(element, attribute, name),
          severity: 'warning',
        });
      }
    }
  }

  #record(record: RecordOf<'attributes' | 'childList'>): void {
    if (record.type === 'attributes') {
      this.#bindAttribute(record.target, record.attributeName);
    } else {
      for (const element of addedElements(record)) this.#bindAll(element);
    }
  }

  #bindAll(element: TuiElement): void {
    const attributes = attributesOf(element);
    if (attributes === null || attributes.size === 0) return;
    let names: string[] | undefined;
    for (const { name } of attributes.values()) {
      if (mayBeHandler(element, name)) (names ??= []).push(name);
    }
    // A handler may set others.
    if (names !== undefined) for (const name of names) this.#bindAttribute(element, name);
  }

  #bindAttribute(element: TuiElement, attribute: string): void {
    const hook = hookOf(element, attribute);
    if (hook !== undefined) {
      this.#bindHook(element, attribute, hook);
      return;
    }
    const type = eventType(element, attribute);
    if (type !== undefined) this.#bind(element, attribute, type);
  }

  *#all(): Generator<{ element: TuiElement; attribute: string; code: string }> {
    for (const element of withDescendants(documentElementOf(this.#options.document))) {
      for (const attribute of attributeNamesOf(element)) {
        if (
          hookOf(element, attribute) === undefined &&
          eventType(element, attribute) === undefined
        ) {
          continue;
        }
        yield { element, attribute, code: getAttribute(element, attribute) ?? '' };
      }
    }
  }

  #bind(element: TuiElement, attribute: string, type: string): void {
    const code = getAttribute(element, attribute);
    if (code === null || code.trim() === '') {
      setHandler(element, type, null);
      return;
    }
    const name = code.trim();
    if (isIdentifier(name)) {
      setHandler(element, type, (event: unknown) =>
        this.#callExport(element, attribute, name, event),
      );
      return;
    }
    const scoped = this.#options.scoped?.(element);
    const compiled =
      scoped === undefined
        ? this.#compile(code, namesIn(element, code))
        : this.#compileScoped(scoped, code);
    if (compiled instanceof SyntaxError) {
      setHandler(element, type, null);
      this.#reportSyntax(element, attribute, code, compiled);
      return;
    }
    if (scoped !== undefined) {
      setHandler(element, type, (event: unknown) =>
        this.#guard(element, attribute, compiled, () => compiled.run.call(element, element, event)),
      );
      return;
    }
    const values = Object.values(this.#options.names.for(code));
    setHandler(element, type, (event: unknown) => {
      // What a component exports is known once its script has run.
      const names = namesIn(element, code);
      const now = this.#compile(code, names);
      if (now instanceof SyntaxError) return undefined;
      const all = [...values, ...valuesOf(element, names), event];
      return this.#guard(element, attribute, now, () => now.run.call(element, ...all));
    });
  }

  /** A hook is a function in a property: `onGetId="idOf"`, an expression with `item`, or statements. */
  #bindHook(element: TuiElement, attribute: string, hook: string): void {
    const fields = element as unknown as Record<string, unknown>;
    const code = getAttribute(element, attribute);
    if (code === null || code.trim() === '') {
      fields[hook] = undefined;
      return;
    }
    const name = code.trim();
    const isName = isIdentifier(name);
    const scoped = this.#options.scoped?.(element);
    const compiled = isName ? undefined : this.#compileHook(code, scoped);
    if (compiled instanceof SyntaxError) {
      fields[hook] = undefined;
      this.#reportSyntax(element, attribute, code, compiled);
      return;
    }
    const values = scoped === undefined ? Object.values(this.#options.names.for(code)) : [element];
    // It may be called for every entry of every frame: an error is reported once, until it is another one.
    let lastMessage = '';
    const report = (diagnostic: Diagnostic): void => {
      if (diagnostic.message === lastMessage) return;
      lastMessage = diagnostic.message;
      this.#options.report(diagnostic);
    };
    const isAsync = isAsyncHook(element, attribute);
    fields[hook] = (item: unknown, ...more: readonly unknown[]): unknown => {
      try {
        const run = isName ? this.#namedFunction(element, name) : compiled?.run;
        if (typeof run !== 'function') {
          report(this.#unknownName(element, attribute, name));
          return undefined;
        }
        const code = run as Code;
        let answer = isName
          ? code.call(element, item, ...more)
          : code.call(element, ...values, item, item);
        // `onGetId="$app.idOf"` or an arrow function: what was meant is what it gives.
        if (!isName && typeof answer === 'function') {
          answer = (answer as Code).call(element, item, ...more);
        }
        if (isAsync || !isThenable(answer)) return answer;
        Promise.resolve(answer).catch(() => undefined);
        throw new TypeError(`"${attribute}" must return its value, found a promise`);
      } catch (error) {
        if (isAsync)
          return Promise.reject(error instanceof Error ? error : new Error(String(error)));
        report(this.#diagnose(error, element, attribute, compiled));
        return undefined;
      }
    };
  }

  /** A variable's function, or an export of the component or the document. */
  #namedFunction(element: TuiElement, name: string): unknown {
    return (
      this.#options.scoped?.(element)?.variable(element, name) ??
      exportNear(element, name) ??
      this.#options.exports[name]
    );
  }

  #callExport(element: TuiElement, attribute: string, name: string, event: unknown): unknown {
    const found = this.#namedFunction(element, name);
    if (typeof found !== 'function') {
      this.#options.report(this.#unknownName(element, attribute, name));
      return undefined;
    }
    return this.#guard(element, attribute, undefined, () => (found as Code).call(element, event));
  }

  /** Runs a handler; what it throws, then or later, is reported with its place. */
  #guard(
    element: TuiElement,
    attribute: string,
    compiled: Compiled | undefined,
    run: () => unknown,
  ): unknown {
    const failed = (error: unknown): void => {
      this.#options.report(this.#diagnose(error, element, attribute, compiled));
    };
    const outer = this.#running;
    this.#running = { element, attribute };
    try {
      const result = run();
      // The promise is passed on to the caller that requests the frame after the handler.
      return isThenable(result) ? Promise.resolve(result).then(undefined, failed) : result;
    } catch (error) {
      failed(error);
      return undefined;
    } finally {
      this.#running = outer;
    }
  }

  /** A place in the code of the handler that runs. */
  #placeOfRunning(code: string, line: number, column: number): Place | undefined {
    if (this.#running === undefined) return undefined;
    const { element, attribute } = this.#running;
    if (getAttribute(element, attribute) !== code) return undefined;
    return placeOf(element, attribute, wordAt(code, offsetIn(code, line, column)));
  }

  #diagnose(
    error: unknown,
    element: TuiElement,
    attribute: string,
    compiled: Compiled | undefined,
  ): Diagnostic {
    const whole = placeOf(element, attribute);
    const frame = codeFrames(error)[0];
    if (compiled === undefined || frame?.id !== compiled.id) return scriptError(error, whole);
    // The same text may be on many elements: the place is this one's.
    const code = getAttribute(element, attribute) ?? '';
    const word = wordAt(code, offsetIn(code, frame.line - compiled.linesBefore, frame.column));
    const diagnostic = scriptError(undefined, placeOf(element, attribute, word) ?? whole);
    return { ...diagnostic, ...messageWithHint(error, this.#options.exports) };
  }

  #compile(code: string, names: readonly string[]): Compiled | SyntaxError {
    const create = /\bawait\b/.test(code) ? createAsyncFunction : createFunction;
    return this.#cached(`handler ${names.join(',')}`, code, LINES_BEFORE, (comment) =>
      create(
        [...Object.keys(this.#options.names.for(code)), ...names, 'event'],
        `'use strict';\n${code}${comment}`,
      ),
    );
  }

  /** The function is called with the element, of which it finds the variables, and then as any handler. */
  #compileScoped(
    scoped: ScopedNames,
    code: string,
    kind = 'handler',
    bodyOf = asWritten,
    linesBefore = LINES_BEFORE,
    parameters = ['event'],
  ): Compiled | SyntaxError {
    let ofNames = this.#scopedCode.get(scoped);
    if (ofNames === undefined)
      this.#scopedCode.set(scoped, (ofNames = new Map<string, Compiled | SyntaxError>()));
    const key = kind === 'handler' ? code : `${kind} ${code}`;
    let compiled = ofNames.get(key);
    if (compiled === undefined) {
      const isAsync = kind === 'handler' && /\bawait\b/.test(code);
      compiled = this.#cached(`${scoped.id} ${kind}`, code, linesBefore, (comment) => {
        const make = scoped.compile(bodyOf(code), parameters, isAsync, comment);
        return function (this: unknown, element: unknown, ...values: unknown[]): unknown {
          return make(element as TuiElement).call(this, ...values);
        };
      });
      ofNames.set(key, compiled);
    }
    return compiled;
  }

  /** An expression, or else statements that return. */
  #compileHook(code: string, scoped: ScopedNames | undefined): Compiled | SyntaxError {
    if (scoped !== undefined) {
      const lines = LINES_BEFORE + 1;
      const parameters = ['event', 'item'];
      const found = this.#compileScoped(scoped, code, 'hook', expressionBody, lines, parameters);
      if (!(found instanceof SyntaxError)) return found;
      return this.#compileScoped(scoped, code, 'hook body', asWritten, LINES_BEFORE, parameters);
    }
    const parameters = [...Object.keys(this.#options.names.for(code)), 'event', 'item'];
    const expression = this.#cached('hook', code, LINES_BEFORE + 1, (comment) =>
      createFunction(parameters, `'use strict';\n${expressionBody(code)}${comment}`),
    );
    if (!(expression instanceof SyntaxError)) return expression;
    return this.#cached('hook body', code, LINES_BEFORE, (comment) =>
      createFunction(parameters, `'use strict';\n${code}${comment}`),
    );
  }

  #cached(
    kind: string,
    code: string,
    linesBefore: number,
    make: (comment: string) => unknown,
  ): Compiled | SyntaxError {
    const key = `${kind} ${code}`;
    let entry = this.#compiled.get(key);
    if (entry === undefined) {
      const map: FrameMap = (line, column) =>
        this.#placeOfRunning(code, line - linesBefore, column);
      const { id, comment } = nameCode(map, true);
      try {
        entry = { run: make(comment) as Code, id, linesBefore };
      } catch (error) {
        entry = error instanceof SyntaxError ? error : new SyntaxError(String(error));
      }
      this.#compiled.set(key, entry);
    }
    return entry;
  }

  /** V8 does not report the place of a syntax error; the compiler does, so it runs if there is one. */
  #reportSyntax(element: TuiElement, attribute: string, code: string, error: SyntaxError): void {
    const pending = this.#options.compiler.findHandlerError(code).catch(() => undefined);
    const found = pending.then((syntaxError) => {
      const place = placeOf(element, attribute, syntaxError?.span) ?? placeOf(element, attribute);
      // Rows and instances are copies of one place.
      const key = place && `${place.source.file} ${place.span.start} ${attribute}`;
      if (key !== undefined && this.#reported.has(key)) return;
      if (key !== undefined) this.#reported.add(key);
      this.#options.report({
        severity: 'error',
        code: 'script-syntax',
        message: syntaxError?.message ?? error.message,
        source: place?.source,
        span: place?.span,
      });
    });
    this.#unresolved.add(found);
    void found.finally(() => this.#unresolved.delete(found));
  }

  #unknownName(element: TuiElement, attribute: string, name: string): Diagnostic {
    const place = placeOf(element, attribute);
    return {
      severity: 'error',
      code: 'unknown-handler',
      message: `no script exports a function "${name}"`,
      source: place?.source,
      span: place?.span,
      suggestion:
        didYouMean(name, Object.keys(this.#options.exports)) ??
        `write "export function ${name}(event) { … }" in a script`,
    };
  }
}

/** By class, since each looks for the name among all events. */
const types = new WeakMap<object, Map<string, string | undefined>>();
/** Attributes of one class whose answers are kept. */
const MAX_TYPES = 500;

/** The event that an attribute handles, or undefined where it is not a handler. */
export function eventType(element: TuiElement, attribute: string): string | undefined {
  if (!attribute.startsWith('on')) return undefined;
  let known = types.get(element.constructor);
  if (known === undefined)
    types.set(element.constructor, (known = new Map<string, string | undefined>()));
  if (known.has(attribute)) return known.get(attribute);
  if (known.size >= MAX_TYPES) known.clear();
  const type = findEventType(element, attribute);
  known.set(attribute, type);
  return type;
}

function mayBeHandler(element: TuiElement, attribute: string): boolean {
  return attribute.startsWith('on') || hookOf(element, attribute) !== undefined;
}

function findEventType(element: TuiElement, attribute: string): string | undefined {
  const match = /^on-?([A-Za-z].*)$/.exec(attribute);
  if (match === null) return undefined;
  const rest = match[1] ?? '';
  const camel = rest.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const name = camel.charAt(0).toLowerCase() + camel.slice(1);
  const { events } = element.constructor as unknown as { events?: object };
  const known = [...Object.keys(events ?? {}), ...COMMON_EVENTS];
  const exact = known.find((type) => type === name);
  const found = exact ?? known.find((type) => type.toLowerCase() === name.toLowerCase());
  if (found !== undefined) return found;
  // `one` and `only` are not handlers; a script's own events are written `onThing` or `on-thing`.
  return /^on(-|[A-Z])/.test(attribute) ? name : undefined;
}

/** The element and everything below it, without recursion. */
function* withDescendants(root: TuiElement): Generator<TuiElement> {
  yield root;
  yield* queryAll(root, '*');
}

function placeOf(element: TuiElement, attribute: string, part?: Span): Place | undefined {
  const source = sourceOf(element);
  if (source === undefined) return undefined;
  const whole = source.valueSpan(attribute);
  if (whole === undefined) return { source: source.source, span: source.name };
  // Set again since: the file does not show this text any more.
  const written = source.source.text.slice(whole.start, whole.end);
  const code = getAttribute(element, attribute) ?? '';
  if (part === undefined || (written.length === code.length && written !== code)) {
    return { source: source.source, span: whole };
  }
  const span = source.valueSpan(attribute, part.start, part.end) ?? whole;
  return { source: source.source, span };
}

/** If an undefined name is an export, suggests how to reach it. */
function messageWithHint(
  error: unknown,
  exports: Readonly<Record<string, unknown>>,
): Pick<Diagnostic, 'message' | 'suggestion'> {
  const { message, suggestion } = scriptError(error);
  const missing = /^ReferenceError: (\S+) is not defined$/.exec(message)?.[1];
  if (missing === undefined || !(missing in exports)) return { message, suggestion };
  return { message, suggestion: `an export is a property of $app: write $app.${missing}` };
}
