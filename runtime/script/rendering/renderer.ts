/**
 * The blocks of one document, from their compiled code to their end. What their code reads of states is followed; what has changed is
 * rendered once a frame, and before the next input.
 */
import { isConnected, type TreeNode } from '../../dom/tree/tree-node.js';
import { componentsOf, type InstanceRunner } from '../../element/components/component-element.js';
import { planChange } from '../../element/components/template-plan.js';
import { blocksOf } from '../../element/templates/blocks.js';
import type { Code } from '../../element/templates/expressions.js';
import type { Block, Origin, Template } from '../../element/templates/template.js';
import { didYouMean, type Diagnostic } from '../../base/diagnostics.js';
import type { BindingExpressions } from '../../element/binding/bindings.js';
import { scopeOf, sourceOf, type TuiDocument, type TuiElement } from '../../element/tui-element.js';
import { registryOf } from '../../element/query.js';
import { findSyntaxError } from './syntax-error.js';
import { createBindingExpressions } from './binding-expressions.js';
import type { ScriptNames } from '../globals/names.js';
import type { ScriptCompiler } from '../compiler.js';
import type { States } from '../state/state.js';
import { EffectQueue, type Effect } from '../state/tracking.js';
import { scriptError } from '../trace.js';
import type { BlockEffect } from './block-effect.js';
import {
  TemplateCompiler,
  type CompiledBlock,
  type CompiledTemplate,
  type CompileHooks,
} from './compiled-template.js';
import { keepParts } from './keep-parts.js';
import { DocumentNames } from './document-names.js';
import { compileCode, type Expression } from './expression.js';
import type { ScopedNames } from '../handlers.js';
import { FollowedExports } from './followed-exports.js';
import { ForEffect } from './for-effect.js';
import { IfEffect } from './if-effect.js';
import { Instances } from './instances.js';
import type { Rendering } from './rendering.js';
import { findVariable, RootScope, valueOf, variablesOf, type Scope, type Shape } from './scope.js';

export interface RendererOptions {
  readonly document: TuiDocument;
  readonly states: States;
  readonly names: ScriptNames;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly compiler: ScriptCompiler;
  report(diagnostic: Diagnostic): void;
  requestFrame(): void;
}

interface Failure {
  readonly expression: Expression;
  readonly diagnostic: Diagnostic;
}

/** Rounds of effects that keep changing what they read. */
const MAX_ROUNDS = 100;
/** Different errors of one code that are reported. */
const MAX_MESSAGES = 20;

export class Renderer {
  readonly names: DocumentNames;
  /** What code outside of components sees. */
  readonly root: RootScope;
  readonly rendering: Rendering;
  readonly #queue: EffectQueue;
  readonly #compiled = new Map<TreeNode, CompiledBlock>();
  readonly #templates = new Map<string, CompiledTemplate>();
  /** The properties that code of a component may mean. */
  readonly #ofComponents = new WeakMap<Expression, string>();
  readonly #scopedNames = new Map<Shape | undefined, ScopedNames>();
  readonly #instances: Instances;
  readonly #running = new Map<TreeNode, BlockEffect>();
  readonly #expressions: Expression[] = [];
  readonly #followed = new FollowedExports();
  readonly #ofBindings = new Map<string, Expression>();
  readonly #pending = new Set<Promise<void>>();
  readonly #failing = new Set<Effect>();
  readonly #reported = new Map<Expression, Set<string>>();
  /** Errors for lack of a name, until all scripts have run that may define it. */
  #early: Map<Effect, Failure> | undefined = new Map();
  #isFlushing = false;
  #isStopped = false;

  readonly #options: RendererOptions;

  constructor(options: RendererOptions) {
    this.#options = options;

    const { document, states, exports } = options;
    this.names = new DocumentNames(states, exports, this.#followed);
    this.#queue = new EffectQueue(() => options.requestFrame());
    this.root = new RootScope(this.names.names, this.#queue);
    this.rendering = {
      queue: this.#queue,
      show: (raw, list) => states.reactive.show(raw, list, undefined),
      createFragment: () => document.createDocumentFragment(),
      createBlock: (block, anchor, scope, depth) =>
        block.type === 'for'
          ? new ForEffect(block, anchor, scope, depth, this.rendering)
          : new IfEffect(block, anchor, scope, depth, this.rendering),
      failed: (effect, expression, error) => this.#failed(effect, expression, error),
      succeeded: (effect) => {
        if (this.#failing.size > 0) this.#failing.delete(effect);
      },
      report: (expression, message, suggestion) => {
        if (!this.#isNew(expression, message)) return;
        const { source, span } = expression.place;
        const { report } = this.#options;
        report({ severity: 'error', code: 'bad-value', message, suggestion, source, span });
      },
    };
    this.#instances = new Instances({
      rendering: this.rendering,
      reactive: states.reactive,
      followed: this.#followed,
      names: this.names.names,
      templateOf: (tag) => this.#templates.get(tag),
    });
  }

  /** What components have of this. @param run runs the scripts of an instance */
  runner(run: InstanceRunner['run'], rendered: () => void): InstanceRunner {
    const instances = this.#instances;
    return {
      prepare: (...values) => instances.prepare(...values),
      run: (host, tag) => {
        const { result, stores } = this.#options.states.collect(() => run(host, tag));
        instances.setStores(host, stores);
        return result;
      },
      render: (host) => {
        instances.connected(host);
        rendered();
      },
      propertyChanged: (host, name) => instances.propertyChanged(host, name),
      connected: (host) => instances.connected(host),
      disconnected: (host) => instances.disconnected(host),
      replace: (...values) => instances.replace(...values),
    };
  }

  /** What bindings use for values that are not keys of states. */
  get bindings(): BindingExpressions {
    return createBindingExpressions({
      rendering: this.rendering,
      root: this.root,
      compile: (code, shape, element) => this.#bound(code, shape, element),
      hasName: ({ names }, name) => Reflect.has(names, name) || name === '$app' || name === '$tui',
    });
  }

  /** What handlers of an element see that was copied for a row or a branch. */
  scoped(element: TuiElement): ScopedNames | undefined {
    const scope = scopeOf(element) as Scope | undefined;
    if (scope === undefined) return undefined;
    const shape = scope.row?.shape;
    // All rows have one: code finds the variables of its element when it runs.
    let names = this.#scopedNames.get(shape);
    if (names === undefined) this.#scopedNames.set(shape, (names = this.scopedNames(shape)));
    return names;
  }

  /** The same of what has these variables. */
  scopedNames(shape: Shape | undefined): ScopedNames {
    const variables = variablesOf(shape);
    const { names } = this.#options;
    return {
      id: `${shape?.id ?? 0}`,
      variable(element, name) {
        const variable = findVariable(shape, name);
        const scope = scopeOf(element) as Scope | undefined;
        return variable === undefined || scope === undefined ? undefined : valueOf(scope, variable);
      },
      compile(body, parameters, isAsync, comment) {
        const known = names.for(body);
        const own = variables.filter(({ name }) => !parameters.includes(name));
        const all = [...own.map(({ name }) => name), ...parameters];
        const maker = compileCode(body, all, Object.keys(known), isAsync, comment);
        const values = Object.values(known);
        return (element) => {
          const { root, row } = scopeOf(element) as Scope;
          let run = root.functions.get(maker) as ReturnType<typeof maker> | undefined;
          if (run === undefined) root.functions.set(maker, (run = maker(...values, root.names)));
          const found = own.map((each) => valueOf({ root, row }, each));
          return function (this: unknown, ...rest: unknown[]): unknown {
            return run.call(this, ...found, ...rest);
          };
        };
      },
    };
  }

  /** Compiles the blocks of the document, once; errors of syntax are reported when `settled` is. */
  compile(element?: CompileHooks['element']): void {
    for (const [tag, { template }] of componentsOf(this.#options.document).templates) {
      if (this.#templates.has(tag)) continue;
      const compiler = this.#compiler(element);
      this.#templates.set(tag, compiler.template(template, undefined));
      for (const each of compiler.expressions) this.#ofComponents.set(each, tag);
      this.#expressions.push(...compiler.expressions);
    }
    for (const [anchor, block] of blocksOf(this.#options.document)) {
      if (!this.#compiled.has(anchor)) this.#compiled.set(anchor, this.#compile(block, element));
    }
  }

  /** Compiles other versions of templates; code that both have is not made again. @param before by their names */
  replaceTemplates(before: ReadonlyMap<string, Template>): void {
    const { templates } = componentsOf(this.#options.document);
    for (const [tag, old] of before) {
      const compiled = this.#templates.get(tag);
      const now = templates.get(tag);
      if (compiled === undefined || now === undefined) continue;
      const compiler = this.#compiler(undefined);
      const template = compiler.template(now.template, undefined);
      for (const each of compiler.expressions) this.#ofComponents.set(each, tag);
      this.#expressions.push(...compiler.expressions);
      const plan = planChange(old, now.template);
      this.#templates.set(tag, keepParts(compiled, template, plan));
    }
  }

  /** Until every syntax error found so far is reported. */
  async settled(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending);
  }

  /** Renders what is in the document, or has come into it, and ends what has left it. */
  sync(): void {
    if (this.#isStopped) return;
    this.compile();
    for (const [anchor, block] of this.#running) {
      if (isConnected(anchor)) {
        block.reseat();
        continue;
      }
      block.remove();
      this.#running.delete(anchor);
      this.#compiled.delete(anchor);
    }
    const scope: Scope = { root: this.root, row: undefined };
    for (const [anchor, compiled] of this.#compiled) {
      if (this.#running.has(anchor) || !isConnected(anchor)) continue;
      const block = this.rendering.createBlock(compiled, anchor, scope, 0);
      this.#running.set(anchor, block);
      block.refresh();
    }
    this.flush();
  }

  /** Renders what has changed, now. */
  flush(): void {
    if (this.#isFlushing || this.#isStopped) return;
    this.#followed.check();
    if (this.#queue.isEmpty) return;
    this.#isFlushing = true;
    try {
      if (this.#queue.flush(MAX_ROUNDS)) return;
      const error = new Error('rendering does not settle: an expression changes what it reads');
      this.#options.report(scriptError(error));
    } finally {
      this.#isFlushing = false;
      // What has failed and is gone is forgotten.
      for (const each of this.#failing) if (each.isDisposed) this.#failing.delete(each);
    }
  }

  /** Exports or keys of states have come: what failed for lack of one is tried again. */
  namesChanged(): void {
    this.names.invalidate();
    for (const effect of this.#failing) effect.outdate();
  }

  /** All scripts have run: errors for lack of a name are final. */
  complete(): void {
    this.namesChanged();
    this.flush();
    const early = this.#early;
    this.#early = undefined;
    for (const [effect, { expression, diagnostic }] of early ?? []) {
      const isFailing = this.#failing.has(effect) && !effect.isDisposed;
      if (isFailing && this.#isNew(expression, diagnostic.message)) {
        this.#options.report(diagnostic);
      }
    }
  }

  stop(): void {
    this.#isStopped = true;
    for (const block of this.#running.values()) block.dispose();
    this.#instances.stop();
    for (const expression of this.#expressions) expression.forget();
    this.#running.clear();
  }

  #compiler(element: CompileHooks['element']): TemplateCompiler {
    return new TemplateCompiler({
      names: this.#options.names,
      failed: (code, origin, error) => this.#reportSyntax(code, origin, error),
      element,
    });
  }

  #compile(block: Block, element: CompileHooks['element']): CompiledBlock {
    const compiler = this.#compiler(element);
    const compiled = compiler.block(block, undefined);
    this.#expressions.push(...compiler.expressions);
    return compiled;
  }

  /** Rows share the code of their bindings. */
  #bound(code: Code, shape: Shape | undefined, element: TuiElement): Expression {
    const key = `${shape?.id ?? 0} ${code.code}`;
    let expression = this.#ofBindings.get(key);
    if (expression === undefined) {
      const source = sourceOf(element)?.source ?? { file: '<inline>', text: code.code };
      const compiler = this.#compiler(undefined);
      expression = compiler.expression(code, shape, { source, shift: 0 });
      this.#expressions.push(expression);
      this.#ofBindings.set(key, expression);
    }
    return expression;
  }

  #reportSyntax(code: Code, { source, shift }: Origin, error: unknown): void {
    const { compiler, report } = this.#options;
    const found = findSyntaxError(code.code, compiler).then((place) => {
      const span = code.placeOf(place?.start ?? 0, place?.end ?? code.code.length);
      report({
        severity: 'error',
        code: 'script-syntax',
        message: place?.message ?? (error instanceof Error ? error.message : String(error)),
        source,
        span: { start: span.start + shift, end: span.end + shift },
      });
    });
    this.#pending.add(found);
    void found.finally(() => this.#pending.delete(found));
  }

  #failed(effect: Effect, expression: Expression, error: unknown): void {
    this.#failing.add(effect);
    const diagnostic = this.#diagnose(expression, error);
    const isUnknown = diagnostic.message.startsWith('ReferenceError');
    if (isUnknown && this.#early !== undefined) this.#early.set(effect, { expression, diagnostic });
    else if (this.#isNew(expression, diagnostic.message)) this.#options.report(diagnostic);
  }

  #diagnose(expression: Expression, error: unknown): Diagnostic {
    const diagnostic = scriptError(error, expression.place);
    const name = /^ReferenceError: (\S+) is not defined$/.exec(diagnostic.message)?.[1];
    if (name === undefined) return diagnostic;
    const suggestion = this.names.isOfPrivateState(name)
      ? 'export the state that has the key: export const state = $tui.createState({ … })'
      : (didYouMean(name, [...this.#propertiesOf(expression), ...this.names.list]) ??
        `export it: export const ${name} = …`);
    return { ...diagnostic, suggestion };
  }

  /** Of the component that has the code. */
  #propertiesOf(expression: Expression): Iterable<string> {
    const tag = this.#ofComponents.get(expression) ?? '';
    return Object.keys(registryOf(this.#options.document).get(tag)?.attributes ?? {});
  }

  #isNew(expression: Expression, message: string): boolean {
    let messages = this.#reported.get(expression);
    if (messages === undefined) this.#reported.set(expression, (messages = new Set()));
    if (messages.has(message) || messages.size >= MAX_MESSAGES) return false;
    messages.add(message);
    return true;
  }
}
