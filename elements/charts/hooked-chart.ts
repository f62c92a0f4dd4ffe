/**
 * Functions and number formats that scripts set on a chart, as attributes with code or as properties of the same
 * names.
 */
import type { TooltipRequest, GetColor } from './contract.js';
import { nameClass } from '../../runtime/base/class-name.js';
import {
  getHandler,
  invalidate,
  PROPS,
  reportError,
  reportToDocument,
  setDeclared,
  setHandler,
} from '../support/author.js';
import { CopiedElement } from '../support/copied.js';
import { setHook } from '../support/hooks.js';
import { findIdsError } from '../support/strings.js';
import type { FormatHook } from './scale/number-format.js';
import type { ChartSelection, GetId } from './selection.js';

/** Called after one of the functions was set. */
export const HOOK_CHANGED: unique symbol = Symbol('hookChanged');

/** The selection of a chart. */
export const SELECTION: unique symbol = Symbol('selection');

type GetTooltip = (request: TooltipRequest) => unknown;

interface Hooks {
  getId?: GetId | undefined;
  getTooltip?: GetTooltip | undefined;
  formatNumber?: FormatHook | undefined;
  getColor?: GetColor | undefined;
}

type AnyHook = (item: never) => unknown;

/** A function that answers nothing where a script fails: one entry must not keep the others from being painted. */
function guarded(chart: HookedChart, name: string, hook: AnyHook): AnyHook {
  let hasFailed = false;
  return (item) => {
    try {
      return hook(item);
    } catch (error) {
      if (!hasFailed) {
        const message = `${chart.localName}: "${name}" failed: ${failureOf(error)}`;
        reportToDocument(chart, { severity: 'error', code: 'script-error', message });
      }
      hasFailed = true;
      return undefined;
    }
  };
}

/** What was thrown, in a few words; a hostile object may throw from a getter or from `toString`. */
function failureOf(error: unknown): string {
  try {
    return (error instanceof Error ? error.message : String(error)).slice(0, 500);
  } catch {
    return 'a value that cannot be shown';
  }
}

/** What a chart was given, whatever a script has put in the place of its members. */
export let hooksOf: (chart: HookedChart) => Readonly<Hooks>;
let ownHooks: (chart: HookedChart) => Readonly<Hooks>;
let setOwnHook: <Name extends keyof Hooks>(
  chart: HookedChart,
  name: Name,
  hook: Hooks[Name],
) => void;

export abstract class HookedChart extends CopiedElement {
  static {
    nameClass(this, 'HookedChart');
  }

  readonly #hooks: Hooks = {};
  readonly #guarded: Hooks = {};

  static {
    hooksOf = (chart) => chart.#guarded;
    ownHooks = (chart) => chart.#hooks;
    setOwnHook = (chart, name, hook) => chart.#setHook(name, hook);
  }

  #setHook<Name extends keyof Hooks>(name: Name, hook: Hooks[Name]): void {
    this.#hooks[name] = hook;
    this.#guarded[name] =
      typeof hook === 'function' ? (guarded(this, name, hook) as Hooks[Name]) : undefined;
    this[HOOK_CHANGED](name);
  }

  protected abstract [HOOK_CHANGED](name: keyof Hooks): void;
  protected abstract get [SELECTION](): ChartSelection;

  /** Clears the selection. */
  clearSelection(): void {
    this[SELECTION].clear();
    invalidate(this, 'paint');
  }

  /** Returns a copy of the selected ids: those that were set, or the id of what is selected. */
  getSelectedIds(): Set<string> {
    return this[SELECTION].selectedIds();
  }

  /** Replaces the selection with the entries that have these ids. */
  setSelectedIds(ids: Iterable<string>): void {
    const error = findIdsError(ids);
    if (error !== undefined) {
      reportError(this, { code: 'bad-shape', message: `${this.localName}: ${error}` });
      return;
    }
    this[SELECTION].setIds(ids);
    invalidate(this, 'paint');
  }

  /**
   * Ids that control the selection: clicks and keys fire `select` and change nothing by themselves. undefined returns to
   * selecting by index.
   */
  get selectedIds(): string[] {
    return [...this[SELECTION].selectedIds()];
  }
  set selectedIds(value: readonly string[] | ReadonlySet<string> | string | null | undefined) {
    setDeclared(this, 'selectedIds', value instanceof Set ? [...value].map(String) : value);
  }

  /** Returns the id of an entry; set by `onGetId`. */
  get getId(): GetId | undefined {
    return this.#hooks.getId;
  }
  set getId(value: GetId | undefined) {
    this.#setHook('getId', value);
  }

  /** Returns the text of a tooltip; set by `onTooltip`. */
  get getTooltip(): GetTooltip | undefined {
    return this.#hooks.getTooltip;
  }
  set getTooltip(value: GetTooltip | undefined) {
    this.#setHook('getTooltip', value);
  }

  /** Formats a number; set by `onFormat`. */
  get formatNumber(): FormatHook | undefined {
    return this.#hooks.formatNumber;
  }
  set formatNumber(value: FormatHook | undefined) {
    this.#setHook('formatNumber', value);
  }

  /** `onGetId` as a property: a function, or the text of the attribute. */
  get onGetId(): unknown {
    return this.#hooks.getId;
  }
  set onGetId(value: unknown) {
    setHook(this, 'onGetId', 'getId', value);
  }

  /** `onTooltip` as a property. */
  get onTooltip(): unknown {
    return this.#hooks.getTooltip;
  }
  set onTooltip(value: unknown) {
    setHook(this, 'onTooltip', 'getTooltip', value);
  }

  /** `onFormat` as a property. */
  get onFormat(): unknown {
    return this.#hooks.formatNumber;
  }
  set onFormat(value: unknown) {
    setHook(this, 'onFormat', 'formatNumber', value);
  }

  /** `number-format` as a property: its text, or options of `Intl.NumberFormat` as an object. */
  get numberFormat(): string | undefined {
    return (this[PROPS] as { readonly numberFormat?: string }).numberFormat;
  }
  set numberFormat(
    value: string | (Intl.NumberFormatOptions & { locale?: string }) | null | undefined,
  ) {
    setDeclared(this, 'numberFormat', jsonOf(value) ?? value);
  }

  /** The handler of `select`; the same as `onselect`. */
  get onSelect(): unknown {
    return getHandler(this, 'select');
  }
  set onSelect(value: unknown) {
    setHandler(this, 'select', value);
  }

  /** The handler of `hover`; the same as `onhover`. */
  get onHover(): unknown {
    return getHandler(this, 'hover');
  }
  set onHover(value: unknown) {
    setHandler(this, 'hover', value);
  }
}

/** A chart whose entries have colours by a script. */
export abstract class ColoredChart extends HookedChart {
  static {
    nameClass(this, 'ColoredChart');
  }

  /** Returns the colour of an entry; set by `onColor`. */
  get getColor(): GetColor | undefined {
    return ownHooks(this).getColor;
  }
  set getColor(value: GetColor | undefined) {
    setOwnHook(this, 'getColor', value);
  }

  /** `onColor` as a property. */
  get onColor(): unknown {
    return ownHooks(this).getColor;
  }
  set onColor(value: unknown) {
    setHook(this, 'onColor', 'getColor', value);
  }
}

/** An object as JSON; undefined for all else, and for what refers to itself. */
function jsonOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
