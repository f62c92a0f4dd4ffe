/**
 * The number format of a chart: `unit`, `number-format` and `onFormat`, or automatic. One object serves the
 * values, the axis, the tooltip and the accessible text of a chart, so that all agree.
 */
import { formatPrefix, formatSpecifier, format as d3Format } from 'd3-format';
import { sanitize } from '../../../runtime/base/text/sanitize.js';
import { truncate } from '../../../runtime/base/text/truncate.js';
import {
  ABSENT_TEXT,
  APART_UNIT,
  BYTES_IEC,
  BYTES_SI,
  chooseFixed,
  COMPACT,
  FixedColumn,
  fixed,
  requestApart,
  type ColumnRequest,
  type NumberColumn,
  type UnitFamily,
} from './columns.js';
import { chooseDuration, DURATION_STEPS, durationText } from './durations.js';

/** The argument of `onFormat`. */
interface FormatRequest {
  readonly type: 'value' | 'tick' | 'exact';
  readonly value: number;
  /** What would be written without `onFormat`. */
  readonly text: string;
}

/** Writes a number, or returns nothing to have it written as usual. */
export type FormatHook = (request: FormatRequest) => unknown;

/** Names that `number-format` knows beside d3 specifiers and Intl options. */
const NUMBER_FORMATS = ['auto', 'bytes-iec', 'bytes-si', 'duration', 'percent'] as const;
type NamedFormat = (typeof NUMBER_FORMATS)[number];

const MAX_UNIT_LENGTH = 12;
const MAX_TEXT_LENGTH = 32;
/** Whole numbers below it are written out. */
const WHOLE_SIZE = 1e6;
/** Columns and answers of `onFormat` that are kept. */
const KEPT = 512;

/** One way to write numbers, chosen by `number-format`. */
export interface Writer {
  /** A key under which the column that `make` gives can be kept, and how to make it. */
  choose(request: ColumnRequest, suffix: string): readonly [string, () => NumberColumn];
  exact(value: number, suffix: string): string;
  /** What one step of the axis should be a round multiple of. */
  base(size: number): number;
  /** Steps that an axis may have; all round numbers where it is left out. */
  readonly steps?: readonly number[];
  /** True for counts, which have no fractions. */
  readonly isWhole?: boolean;
}

/** The error in a `number-format`. */
export type NumberFormatError = { readonly message: string; readonly suggestion?: string };

/** Parses `number-format`; returns an error if it is invalid. */
export function readNumberFormat(text: string): Writer | NumberFormatError {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed === 'auto') return fixedWriter(COMPACT);
  if (trimmed.startsWith('{')) return intlWriter(trimmed);
  if ((NUMBER_FORMATS as readonly string[]).includes(trimmed)) {
    return namedWriter(trimmed as NamedFormat);
  }
  try {
    const { width = 0 } = formatSpecifier(trimmed);
    if (width > MAX_TEXT_LENGTH) return widthError(trimmed);
    return d3Writer(trimmed);
  } catch {
    const names = NUMBER_FORMATS.map((name) => `"${name}"`).join(', ');
    return {
      message: `expected ${names}, a d3-format specifier such as ",.1f" or Intl.NumberFormat options as JSON, found ${JSON.stringify(truncate(trimmed, 40))}`,
      suggestion: 'write for example number-format=",.1f"',
    };
  }
}

/** Numbers are padded to their width: one of millions takes all memory. */
function widthError(text: string): NumberFormatError {
  return {
    message: `expected a d3-format specifier with a width of at most ${MAX_TEXT_LENGTH}, found ${JSON.stringify(truncate(text, 40))}`,
    suggestion: `write for example number-format="${MAX_TEXT_LENGTH},.1f"`,
  };
}

export function isFormatError(found: Writer | NumberFormatError): found is NumberFormatError {
  return 'message' in found;
}

export class NumberFormat {
  readonly #columns = new Map<string, NumberColumn>();
  readonly #suffix: string;

  readonly #writer: Writer;
  readonly #hook: FormatHook | undefined;
  #bare: NumberFormat | undefined;

  constructor(
    writer: Writer = fixedWriter(COMPACT),
    unit = '',
    hook: FormatHook | undefined = undefined,
  ) {
    this.#writer = writer;
    this.#hook = hook;

    const safe = truncate(sanitize(unit).replace(/\s+/g, ' '), MAX_UNIT_LENGTH);
    // A space separates words and units of measurement from their number, but not signs.
    this.#suffix = /^\p{L}/u.test(safe) ? ` ${safe}` : safe;
  }

  /** The column for numbers of one picture; the same object as long as it is the same column. */
  column(request: ColumnRequest): NumberColumn {
    const type = request.ticks === true ? 'tick' : 'value';
    if (request.apart === true) {
      return this.#whole(request) ?? this.#apart(request, `${type} apart ${request.cells ?? ''}`);
    }
    const [key, make] = this.#writer.choose(request, this.#suffix);
    const full = `${type} ${key}`;
    let column = this.#columns.get(full);
    if (column === undefined) {
      if (this.#columns.size >= KEPT) this.#columns.clear();
      column = this.#hooked(make(), type);
      this.#columns.set(full, column);
    }
    return column;
  }

  /** The same numbers without their unit, for values beside an axis that has it. */
  get bare(): NumberFormat {
    if (this.#suffix === '') return this;
    return (this.#bare ??= new NumberFormat(this.#writer, '', this.#hook));
  }

  /** The column of numbers that are short enough in ones, though far apart; undefined where they are not. */
  #whole({ apart: _apart, ...request }: ColumnRequest): NumberColumn | undefined {
    if (request.ticks === true || request.size >= WHOLE_SIZE) return undefined;
    for (let i = 0; i < request.count; i++) {
      const value = request.values[i]!;
      if (value === value && !Number.isInteger(value)) return undefined;
    }
    const column = this.column(request);
    return column.step === 1 ? column : undefined;
  }

  /** The column of numbers that have units of their own. */
  #apart(request: ColumnRequest, key: string): NumberColumn {
    let column = this.#columns.get(key);
    if (column === undefined) {
      const text = (value: number): string => this.column(requestApart(value, request)).text(value);
      column = { decimals: 0, unit: APART_UNIT, text };
      this.#columns.set(key, column);
    }
    return column;
  }

  /** A number with all its digits. */
  exact(value: number): string {
    if (value !== value) return ABSENT_TEXT;
    const text = this.#writer.exact(value, this.#suffix);
    return this.#hook === undefined ? text : answerOf(this.#hook, { type: 'exact', value, text });
  }

  /** Steps that the axis may have, where not all round numbers are good ones. */
  get steps(): readonly number[] | undefined {
    return this.#writer.steps;
  }

  /** True where an axis has whole numbers only. */
  get isWhole(): boolean {
    return this.#writer.isWhole === true;
  }

  /** What the axis counts in: 1, or 1024 for kibibytes. */
  base(size: number): number {
    return this.#writer.base(size);
  }

  #hooked(column: NumberColumn, type: 'value' | 'tick'): NumberColumn {
    const hook = this.#hook;
    if (hook === undefined) return column;
    const known = new Map<number, string>();
    return {
      decimals: column.decimals,
      unit: column.unit,
      step: column.step,
      text(value: number): string {
        let text = known.get(value);
        if (text === undefined) {
          text = answerOf(hook, { type, value, text: column.text(value) });
          if (known.size >= KEPT) known.clear();
          known.set(value, text);
        }
        return text;
      },
    };
  }
}

/** The default number format of a chart. */
export const DEFAULT_NUMBERS = new NumberFormat();

/** The number format of how many there are. */
export const WHOLE_NUMBERS = new NumberFormat({ ...fixedWriter(COMPACT), isWhole: true });

/** The text that a script answers, made safe; the usual one where it answers nothing or fails. */
function answerOf(hook: FormatHook, request: FormatRequest): string {
  if (request.value !== request.value) return request.text;
  try {
    const answer: unknown = hook(request);
    if (typeof answer !== 'string') return request.text;
    return truncate(sanitize(answer.slice(0, 2048)).replace(/\s+/g, ' '), MAX_TEXT_LENGTH);
  } catch {
    // A script that fails on one number must not keep the chart from being painted.
    return request.text;
  }
}

/** Digits of a number as it was typed: fifteen are what a double keeps. */
function digits(value: number): string {
  if (value - value !== 0) return value > 0 ? '∞' : '-∞';
  if (value === 0) return '0';
  // The largest number is past itself with fewer digits.
  const near = Number(value.toPrecision(15));
  return String(Number.isFinite(near) ? near : value).replace('e+', 'e');
}

/** Digits of a hundred times a number, past the largest number too. */
function percentDigits(value: number): string {
  const near = Number((value * 100).toPrecision(15));
  if (Number.isFinite(near) || !Number.isFinite(value)) return digits(near);
  const [digitsOf, power] = value.toExponential(14).split('e');
  return `${Number(digitsOf)}e${Number(power) + 2}`;
}

function fixedWriter(family: UnitFamily): Writer {
  const named = family !== COMPACT;
  return {
    choose(request, suffix) {
      const { unit, decimals } = chooseFixed(request, family);
      return [
        `${unit.ones} ${decimals}`,
        () => new FixedColumn(decimals, unit, suffix, request.ticks),
      ];
    },
    exact(value, suffix) {
      const all = digits(value) + family.units[0]!.suffix;
      if (!named || Math.abs(value) < family.units[1]!.ones) return all + suffix;
      const size = Math.abs(value);
      const request = { size, negative: value < 0, step: size / 1000, values: [value], count: 1 };
      const { unit, decimals } = chooseFixed(request, family);
      const text = new FixedColumn(decimals, unit).text(value);
      const same = Number(fixed(value / unit.ones, decimals)) * unit.ones === value;
      return (same ? text : `${text} (${all})`) + suffix;
    },
    base: (size) => {
      if (family !== BYTES_IEC) return 1;
      const unit = [...family.units].reverse().find(({ ones }) => size >= ones);
      return unit?.ones ?? 1;
    },
  };
}

function namedWriter(name: NamedFormat): Writer {
  switch (name) {
    case 'bytes-iec':
      return fixedWriter(BYTES_IEC);
    case 'bytes-si':
      return fixedWriter(BYTES_SI);
    case 'percent':
      return percentWriter();
    case 'duration':
      return {
        choose: chooseDuration,
        exact: (value, suffix) => durationText(value) + suffix,
        base: () => 1,
        steps: DURATION_STEPS,
      };
    default:
      return fixedWriter(COMPACT);
  }
}

/** Shares of one as percent. */
function percentWriter(): Writer {
  return {
    choose(request, suffix) {
      const { unit, decimals } = chooseFixed(inPercent(request), COMPACT);
      const ones = unit.ones / 100;
      if (ones === 0) {
        // A hundredth of the smallest numbers is none.
        const whole = new FixedColumn(decimals, unit, `%${suffix}`, request.ticks);
        const text = (value: number): string => whole.text(value * 100);
        return [`${unit.ones}% ${decimals}`, () => ({ decimals, unit: unit.suffix, text })];
      }
      return [
        `${ones} ${decimals}`,
        () => new FixedColumn(decimals, { ones, suffix: unit.suffix }, `%${suffix}`, request.ticks),
      ];
    },
    exact: (value, suffix) => `${percentDigits(value)}%${suffix}`,
    base: () => 1,
  };
}

/** A specifier of d3-format; throws where it is none. */
function d3Writer(text: string): Writer {
  const written = formatSpecifier(text);
  const exact = d3Format(text);
  const free = written.precision === undefined || Number.isNaN(written.precision);
  return {
    choose(request, suffix) {
      const spec = formatSpecifier(text);
      if (spec.type === 's') {
        const size = request.size > 0 ? request.size : 1;
        const power = Math.floor(Math.log10(size) / 3);
        const scale = 1000 ** power;
        const { decimals } = chooseFixed(request, {
          units: [{ ones: scale, suffix: '' }],
          exponents: false,
        });
        if (free) spec.precision = size < 1 ? 2 : Math.min(decimals, 3);
        const prefixed = formatPrefix(spec.toString(), size);
        const least = scale * 10 ** -(spec.precision ?? 6);
        const write = (value: number): string => {
          // The prefix is that of the largest: what it makes a zero of is not written as zero.
          const isTiny = value !== 0 && Math.abs(value) < least / 2;
          return isTiny ? `${value > 0 ? '<' : '>-'}${prefixed(least)}` : prefixed(value);
        };
        return [`s ${power} ${spec.precision ?? 0}`, () => written3(write, suffix, decimals)];
      }
      const percent = spec.type === '%' || spec.type === 'p';
      const { decimals } = chooseFixed(percent ? inPercent(request) : request, {
        units: [{ ones: 1, suffix: '' }],
        exponents: false,
      });
      if (free && ['f', '%', 'e', ''].includes(spec.type) && spec.type !== '') {
        spec.precision = decimals;
      }
      const key = `${spec.precision ?? ''}`;
      return [key, () => written3(d3Format(spec.toString()), suffix, decimals)];
    },
    exact: (value, suffix) => sanitize(free ? digitsBy(text, value) : exact(value)) + suffix,
    base: () => 1,
  };
}

function inPercent(request: ColumnRequest): ColumnRequest {
  const most = Number.MAX_VALUE;
  const percent = (share: number): number =>
    Math.min(most, Math.max(-most, Number((share * 100).toPrecision(12))));
  const values = Float64Array.from({ length: request.count }, (_, i) =>
    percent(request.values[i]!),
  );
  return { ...request, size: percent(request.size), step: percent(request.step), values };
}

/** A number by a specifier without a precision, with as many decimals as it has. */
function digitsBy(text: string, value: number): string {
  const spec = formatSpecifier(text);
  if (spec.type === 'f' || spec.type === '%') {
    const scaled = spec.type === '%' ? Number((value * 100).toPrecision(15)) : value;
    spec.precision = Math.min(12, /\.(\d+)$/.exec(digits(scaled))?.[1]?.length ?? 0);
  }
  return d3Format(spec.toString())(value);
}

function written3(
  write: (value: number) => string,
  suffix: string,
  decimals: number,
): NumberColumn {
  // d3 writes the minus sign that typographers want; a screen of numbers has the one that is typed.
  return {
    decimals,
    unit: '',
    text: (value) => {
      if (value - value !== 0) return value > 0 ? '∞' : value < 0 ? '-∞' : ABSENT_TEXT;
      return sanitize(write(value)).replaceAll('−', '-') + suffix;
    },
  };
}

/** Options of `Intl.NumberFormat`, and a `locale`. */
function intlWriter(text: string): Writer | NumberFormatError {
  let options: Intl.NumberFormatOptions & { locale?: unknown };
  let locale: string;
  try {
    options = JSON.parse(text) as typeof options;
    locale = typeof options.locale === 'string' ? options.locale : 'en';
    new Intl.NumberFormat(locale, options);
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'this is not JSON' : messageOf(error);
    return {
      message: `expected options of Intl.NumberFormat: ${reason}`,
      suggestion: `write for example number-format='{"style":"currency","currency":"EUR"}'`,
    };
  }
  const fixedDigits =
    options.maximumFractionDigits !== undefined ||
    options.minimumFractionDigits !== undefined ||
    options.maximumSignificantDigits !== undefined ||
    options.notation !== undefined;
  const percent = options.style === 'percent';
  // Parts of a currency have all their digits: 1.50 and not 1.5.
  const cents =
    options.style === 'currency'
      ? new Intl.NumberFormat(locale, options).resolvedOptions().maximumFractionDigits
      : undefined;
  const all = new Intl.NumberFormat(
    locale,
    fixedDigits ? options : { ...options, maximumFractionDigits: 15, minimumFractionDigits: 0 },
  );
  return {
    choose(request, suffix) {
      const chosen = chooseFixed(percent ? inPercent(request) : request, {
        units: [{ ones: 1, suffix: '' }],
        exponents: false,
      });
      const decimals = chosen.decimals > 0 ? (cents ?? chosen.decimals) : 0;
      const shape = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
      return [
        `${decimals}`,
        () => {
          const write = new Intl.NumberFormat(
            locale,
            fixedDigits ? options : { ...options, ...shape },
          );
          return written3((value) => write.format(value), suffix, decimals);
        },
      ];
    },
    exact: (value, suffix) => sanitize(all.format(value)) + suffix,
    base: () => 1,
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'invalid options';
}
