/**
 * The declaration of a style property, and helpers to write one. The properties themselves are in
 * `core-properties.ts`.
 */
import type { ValueDeclaration } from '../../base/values.js';

/** A length: whole cells as a number, or a share of the parent's content box as `"50%"`. */
export type Length = number | `${number}%`;

/** How a property's text is read; see `parse.ts`. */
export type Syntax =
  | { readonly kind: 'length'; readonly auto?: boolean; readonly negative?: boolean }
  | {
      readonly kind: 'keyword';
      readonly values: readonly string[];
      /** Other spellings from CSS that mean one of `values`. */
      readonly aliases?: Readonly<Record<string, string>>;
      /** What to do instead of a CSS keyword that has no meaning here. */
      readonly hints?: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: 'number';
      readonly minimum?: number;
      readonly integer?: boolean;
      /** Keywords beside numbers, with their computed values. */
      readonly keywords?: Readonly<Record<string, number | undefined>>;
    }
  | { readonly kind: 'color'; readonly keyword?: string }
  | { readonly kind: 'declared'; readonly declaration: ValueDeclaration }
  /** A grammar of its own, such as a list of tracks. Computed values are compared by their JSON. */
  | {
      readonly kind: 'grammar';
      /** For messages and the reference: `tracks such as "1fr 20"`. */
      readonly expected: string;
      /** The initial value as it is written. */
      readonly initial: string;
      read(text: string): GrammarResult;
    };

export type GrammarResult =
  | { readonly ok: true; readonly value: unknown }
  /** `message` starts with "expected". */
  | { readonly ok: false; readonly message: string; readonly suggestion?: string | undefined };

/** What a change of a property requires: boxes rebuilt, boxes measured again, or cells painted again. */
export type Affects = 'display' | 'layout' | 'paint';

/** One longhand property. */
export interface Property {
  /** camelCase, the key in a computed style. */
  readonly name: string;
  /** kebab-case, as the reference and messages write it. */
  readonly cssName: string;
  /** Place in `PropertyTable.properties`. */
  readonly index: number;
  readonly syntax: Syntax;
  /** Computed value where nothing sets it and it is not inherited. */
  readonly initial: unknown;
  /** CSS text with `var()` for the initial value; `initial` is used where it cannot be resolved. */
  readonly initialText?: string | undefined;
  readonly inherited: boolean;
  readonly affects: Affects;
  readonly description: string;
  /** A value as a person would write it. */
  readonly example: string;
}

/** A property before it has a place in the table. */
export type Draft = Omit<Property, 'index' | 'cssName' | 'name' | 'inherited'> & {
  readonly inherited?: boolean;
};

/** A property by its camelCase name. */
export type Entry = readonly [name: string, draft: Draft];

export function length(
  initial: Length | 'auto',
  description: string,
  options: { auto?: boolean; negative?: boolean; example?: string } = {},
): Draft {
  const { example = '10', ...rest } = options;
  const syntax: Syntax = { kind: 'length', ...rest };
  return { syntax, initial, affects: 'layout', description, example };
}

export function keyword(
  values: readonly string[],
  description: string,
  options: {
    aliases?: Record<string, string>;
    hints?: Record<string, string>;
    affects?: Affects;
    inherited?: boolean;
    example?: string;
    initial?: string;
  } = {},
): Draft {
  const { aliases, hints, affects = 'layout', inherited = false, initial = values[0] } = options;
  return {
    syntax: {
      kind: 'keyword',
      values,
      ...(aliases === undefined ? {} : { aliases }),
      ...(hints === undefined ? {} : { hints }),
    },
    initial,
    inherited,
    affects,
    description,
    example: options.example ?? values.find((value) => value !== initial) ?? '',
  };
}

export function number(
  initial: number | undefined,
  description: string,
  options: {
    minimum?: number;
    integer?: boolean;
    keywords?: Record<string, number | undefined>;
    affects?: Affects;
  } = {},
): Draft {
  const { affects = 'layout', ...rest } = options;
  return { syntax: { kind: 'number', ...rest }, initial, affects, description, example: '1' };
}

/** `borderTopStyle` -> `border-top-style`. */
export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
