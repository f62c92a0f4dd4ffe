/** `bind:x` with a variable of a template, or with code. */
import { equalValues } from '../../element/binding/values.js';
import type { BindingExpressions, BindingStore, Watch } from '../../element/binding/bindings.js';
import type { Code } from '../../element/templates/expressions.js';
import { getAttribute } from '../../element/tree.js';
import { scopeOf, sourceOf, type TuiElement } from '../../element/tui-element.js';
import { toRaw } from '../state/reactive.js';
import { Effect, trackAll, untracked, type EffectQueue } from '../state/tracking.js';
import { ComponentScope } from './component-names.js';
import type { Expression } from './expression.js';
import type { Rendering } from './rendering.js';
import {
  findVariable,
  valueOf,
  type RootScope,
  type Scope,
  type Shape,
  type Variable,
} from './scope.js';

export interface BindingExpressionsOptions {
  readonly rendering: Rendering;
  readonly root: RootScope;
  compile(code: Code, shape: Shape | undefined, element: TuiElement): Expression;
  /** True of a name beside variables. */
  hasName(root: RootScope, name: string): boolean;
}

export function createBindingExpressions(options: BindingExpressionsOptions): BindingExpressions {
  const { rendering, root } = options;
  const scopeFor = (element: TuiElement): Scope =>
    (scopeOf(element) as Scope | undefined) ?? { root, row: undefined };
  const expressionOf = (element: TuiElement, attribute: string): Expression =>
    options.compile(codeOf(element, attribute), scopeFor(element).row?.shape, element);
  return {
    local(element, path, attribute) {
      const scope = scopeFor(element);
      const [name = ''] = path;
      const variable = findVariable(scope.row?.shape, name);
      if (variable !== undefined) return new VariableStore(scope, variable, rendering);
      const component = scope.root;
      if (!(component instanceof ComponentScope)) return undefined;
      if (name === 'host' || component.isExport(name)) {
        return new ExpressionStore(expressionOf(element, attribute), scope, rendering);
      }
      if (component.isProperty(name)) return new PropertyStore(scope, component, rendering);
      return component.storeOf(path);
    },
    isReady(element) {
      const component = scopeFor(element).root;
      return !(component instanceof ComponentScope) || component.isReady;
    },
    knows: (element, name) => options.hasName(scopeFor(element).root, name),
    expression: (element, attribute) =>
      new ExpressionStore(expressionOf(element, attribute), scopeFor(element), rendering),
    check: (element, attribute) => void expressionOf(element, attribute),
  };
}

function codeOf(element: TuiElement, attribute: string): Code {
  const source = sourceOf(element);
  const code = getAttribute(element, attribute) ?? '';
  return {
    code,
    placeOf: (start, end) =>
      source?.valueSpan(attribute, start, end) ?? source?.name ?? { start: 0, end: 0 },
  };
}

/** Calls back when what it reads has come out differently. */
class WatchEffect extends Effect {
  readonly depth = 0;
  value: unknown;
  #isKnown = false;

  constructor(
    readonly read: (effect: Effect) => unknown,
    readonly onChange: () => void,
    readonly queue: EffectQueue,
  ) {
    super();
  }

  protected override run(): void {
    const value = this.read(this);
    const before = this.value;
    const isChanged = typeof value === 'object' ? value !== null : !equalValues(value, before);
    this.value = value;
    const isFirst = !this.#isKnown;
    this.#isKnown = true;
    if (!isFirst && (isChanged || !equalValues(value, before))) untracked(() => this.onChange());
  }
}

abstract class TrackedStore implements BindingStore {
  readonly keys: readonly string[] = [];
  abstract readonly isReadOnly: boolean;
  /** Knows the value while nothing that it reads has changed. */
  #effect: WatchEffect | undefined;

  constructor(
    protected readonly scope: Scope,
    protected readonly rendering: Rendering,
  ) {}

  has(): boolean {
    return true;
  }
  abstract resolves(path: readonly string[]): boolean;
  abstract write(path: readonly string[], value: unknown): void;
  /** What it comes to as scripts have it. */
  protected abstract evaluate(path: readonly string[], effect: Effect | undefined): unknown;
  protected follow(_effect: Effect): () => void {
    return () => undefined;
  }

  read(path: readonly string[]): unknown {
    if (this.#effect?.isOutdated === false) return this.#effect.value;
    return untracked(() => toRaw(this.evaluate(path, undefined)));
  }

  watch(path: readonly string[], callback: () => void): Watch {
    const read = (effect: Effect): unknown => {
      const value = toRaw(this.evaluate(path, effect));
      // What is in a list or an object shows, too.
      trackAll(value);
      return value;
    };
    const effect = new WatchEffect(read, callback, this.rendering.queue);
    effect.refresh();
    this.#effect = effect;
    const leave = this.follow(effect);
    return {
      sync: () => {
        effect.value = this.read(path);
      },
      end: () => {
        leave();
        effect.dispose();
        this.#effect = undefined;
      },
    };
  }
}

/** A name, and properties of what it has. */
abstract class PathStore extends TrackedStore {
  /** What has the name now. */
  protected abstract head(path: readonly string[]): unknown;

  override resolves(path: readonly string[]): boolean {
    if (path.length === 1) return true;
    const holder = this.#at(path.slice(0, -1));
    return (
      typeof holder === 'object' && holder !== null && Object.hasOwn(holder, path.at(-1) ?? '')
    );
  }

  override write(path: readonly string[], value: unknown): void {
    const holder = this.#at(path.slice(0, -1));
    const last = path.at(-1);
    if (path.length < 2 || last === undefined || last === '__proto__') return;
    if (typeof holder === 'object' && holder !== null) Reflect.set(holder, last, value);
  }

  protected override evaluate(path: readonly string[]): unknown {
    return this.#at(path);
  }

  /** Own properties alone, so that no path leads to a prototype. */
  #at(path: readonly string[]): unknown {
    let value = this.head(path);
    for (const part of path.slice(1)) {
      if (typeof value !== 'object' || value === null) return undefined;
      if (!Object.hasOwn(value, part)) return undefined;
      value = Reflect.get(value, part);
    }
    return value;
  }
}

/** `row.done`: read from the row, and written to it. */
class VariableStore extends PathStore {
  readonly isReadOnly: boolean;
  readonly #variable: Variable;

  constructor(scope: Scope, variable: Variable, rendering: Rendering) {
    super(scope, rendering);
    this.#variable = variable;
    this.isReadOnly = variable.isIndex;
  }

  protected override head(): unknown {
    return valueOf(this.scope, this.#variable);
  }

  protected override follow(effect: Effect): () => void {
    return this.scope.row?.at(this.#variable.level)?.follow(effect) ?? (() => undefined);
  }
}

/** A property of the component around an element. */
class PropertyStore extends PathStore {
  readonly isReadOnly = false;
  readonly #component: ComponentScope;

  constructor(scope: Scope, component: ComponentScope, rendering: Rendering) {
    super(scope, rendering);
    this.#component = component;
  }

  override write(path: readonly string[], value: unknown): void {
    const [name] = path;
    if (path.length === 1 && name !== undefined) this.#component.setProperty(name, value);
    else super.write(path, value);
  }

  protected override head([name = '']: readonly string[]): unknown {
    return this.#component.get(name);
  }
}

/** Code, which nothing is written to. */
class ExpressionStore extends TrackedStore {
  readonly isReadOnly = true;
  readonly #expression: Expression;

  constructor(expression: Expression, scope: Scope, rendering: Rendering) {
    super(scope, rendering);
    this.#expression = expression;
  }

  override resolves(): boolean {
    return true;
  }

  override write(): void {
    return;
  }

  protected override evaluate(_path: readonly string[], effect: Effect | undefined): unknown {
    try {
      const value = this.#expression.evaluate(this.scope);
      if (effect !== undefined) this.rendering.succeeded(effect);
      return value;
    } catch (error) {
      // Without an effect, what is read was read by one just before.
      if (effect !== undefined) this.rendering.failed(effect, this.#expression, error);
      return undefined;
    }
  }

  protected override follow(effect: Effect): () => void {
    const rows = new Set(
      this.#expression.variables.flatMap(({ level }) => this.scope.row?.at(level) ?? []),
    );
    const ends = [...rows].map((row) => row.follow(effect));
    return () => {
      for (const end of ends) end();
    };
  }
}
