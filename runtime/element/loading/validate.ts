/** Validates an element as written, against the registry. */
import { nearest } from '../../base/diagnostics.js';
import { attributeKey, camelCase, kebabCase } from '../../markup/names.js';
import { valuePlace, type MarkupAttribute, type MarkupElement } from '../../markup/nodes.js';
import type { ValueError } from '../../base/values.js';
import { readText } from '../attribute-values.js';
import { definitionOfClass, type ElementClass, type Registry } from '../tui-element.js';
import { COMMON_EVENTS } from '../../dom/events/handlers.js';
import { GLOBAL_ATTRIBUTES, isGlobalAttribute } from '../global-attributes.js';
import { insteadOfHtml, insteadOfHtmlAttribute } from './html-hints.js';
import type { LoadDiagnostics } from './load-diagnostics.js';

/**
 * @param isWhole False where a script may still set what is missing
 * @param isComputed whether the value of an attribute is known only when the app runs
 */
export function checkElement(
  markup: MarkupElement,
  registry: Registry,
  diagnostics: LoadDiagnostics,
  isWhole = true,
  isComputed: (attribute: MarkupAttribute) => boolean = () => false,
): void {
  const known = registry.get(markup.name);
  const isUnknown =
    known === undefined && !mayBeDefined(markup.name, registry, diagnostics, isWhole);
  if (isUnknown) {
    diagnostics.add(
      'warning',
      'unknown-element',
      `<${markup.name}> is not a known element; it behaves as <${registry.fallback.tag}>`,
      markup.nameSpan,
      () =>
        insteadOfHtml(markup.name, registry) ??
        diagnostics.didYouMean(markup.name, registry.tags, 'element'),
    );
  }
  for (const attribute of markup.attributes) {
    if (!isComputed(attribute)) checkGlobal(attribute, diagnostics);
    if (known !== undefined) checkKnown(known, attribute, diagnostics);
  }
  checkPersist(markup, diagnostics);
  if (known !== undefined) {
    if (isWhole) checkRequired(markup, known, diagnostics);
    checkContent(markup, known, diagnostics);
  }
}

/** True of names with a hyphen that a script may define, and that are like none that is known. */
function mayBeDefined(
  name: string,
  registry: Registry,
  diagnostics: LoadDiagnostics,
  isWhole: boolean,
): boolean {
  if (!name.includes('-') || (isWhole && !diagnostics.hasScript)) return false;
  const like = nearest(name, registry.tags);
  // `my-gauge` is a name of its own, and no misspelt `gauge`.
  return like === undefined || name.split('-').includes(like);
}

/** A value that does not fit, at its place inside the attribute. */
export function reportValue(
  attribute: MarkupAttribute,
  key: string,
  { code, message, suggestion, start, end }: ValueError,
  diagnostics: LoadDiagnostics,
): void {
  const span =
    start === undefined ? attribute.valueSpan : valuePlace(attribute, start, end ?? start + 1);
  diagnostics.add(
    'error',
    code,
    `"${key}": ${message}`,
    span,
    () => asBinding(attribute) ?? suggestion,
  );
}

/** Braces around code, where they are part of the value. */
function asBinding({ name, value }: MarkupAttribute): string | undefined {
  const [, code] = /^\s*\{\s*([\p{ID_Start}$_][^{}"]*?)\s*\}\s*$/u.exec(value) ?? [];
  return code && `write bind:${name}="${code}"`;
}

/** What is kept of an element is kept under its id. */
function checkPersist({ attributes }: MarkupElement, diagnostics: LoadDiagnostics): void {
  const persist = attributes.find(({ name }) => name === 'persist');
  if (persist === undefined || /^\s*(false|0|no|off)\s*$/i.test(persist.value)) return;
  if (attributes.some(({ name, value }) => name === 'id' && value !== '')) return;
  diagnostics.add(
    'warning',
    'persist-without-id',
    'the state of an element without an id is not kept',
    persist.nameSpan,
    () => 'add an id, or write persist="false" to save nothing in it',
  );
}

function checkGlobal(attribute: MarkupAttribute, diagnostics: LoadDiagnostics): void {
  const key = attributeKey(attribute.name);
  if (!Object.hasOwn(GLOBAL_ATTRIBUTES, key)) return;
  const declaration = GLOBAL_ATTRIBUTES[key as keyof typeof GLOBAL_ATTRIBUTES];
  const result = readText(key, declaration, attribute.value);
  if (!result.ok) reportValue(attribute, key, result.error, diagnostics);
  if (key === 'id' && attribute.value !== '' && diagnostics.isRepeated(attribute.value)) {
    diagnostics.add(
      'warning',
      'duplicate-id',
      `another element before this has the id "${attribute.value}"`,
      attribute.valueSpan,
      () => 'use each id once; getElementById returns the first',
    );
  }
}

/**
 * True of names that mean something to a library: `@click`, `:value`, `.value`, `x-data`, `v-if`, `hx-get`. No declared
 * name has a prefix of one or two letters, or such a character.
 */
function isOfLibrary(name: string): boolean {
  return !/^[\w-]+$/.test(name) || (/^[a-z]{1,2}-[a-z]/.test(name) && name !== 'z-index');
}

function checkKnown(
  known: ElementClass,
  attribute: MarkupAttribute,
  diagnostics: LoadDiagnostics,
): void {
  const error = findAttributeError(known, attribute, {
    didYouMean: (names) => diagnostics.didYouMean(attribute.name, names, known.tag),
    styled: (name, value) => `style="${name}: ${value}"`,
  });
  if (error === undefined) return;
  diagnostics.add('warning', error.code, error.message, attribute.nameSpan, error.suggest);
}

export interface AttributeError {
  readonly code: 'unknown-attribute' | 'unknown-event';
  readonly message: string;
  /** It costs a search. */
  suggest(): string | undefined;
}

/** What a suggestion depends on: markup and scripts write the same things differently. */
interface AttributeWords {
  didYouMean(names: Iterable<string>): string | undefined;
  /** How a style is set there; undefined where no style has a name like that. */
  styled(name: string, value: string): string | undefined;
}

interface WrittenAttribute {
  readonly name: string;
  readonly value: string;
}

/** What an attribute means to an element of a class: undefined where it means something. */
export function findAttributeError(
  known: ElementClass,
  attribute: WrittenAttribute,
  words: AttributeWords,
): AttributeError | undefined {
  const key = attributeKey(attribute.name);
  const { attributes } = definitionOfClass(known);
  if (attributes.has(key) || isOfLibrary(attribute.name)) return undefined;
  if (isGlobalAttribute(key)) return findHandlerError(known, attribute.name);
  return {
    code: 'unknown-attribute',
    message: `<${known.tag}> has no attribute "${attribute.name}"`,
    suggest: () => {
      const name = camelCase(attribute.name);
      if (Object.hasOwn(known.styles, name)) {
        return sentence(
          'it is a style property: ',
          words.styled(kebabCase(name), attribute.value || '…'),
        );
      }
      const names = [...attributes.keys(), ...Object.keys(GLOBAL_ATTRIBUTES)];
      if (/^on/i.test(attribute.name)) {
        names.push(...[...Object.keys(known.events), ...COMMON_EVENTS].map(handlerName));
      }
      return (
        styleValue(known, attribute.name, words) ??
        words.didYouMean(names) ??
        asStyle(attribute, words)
      );
    },
  };
}

/** The suggestion for a value of a style property that is written as an attribute: `led` for `bar-style: led`. */
function styleValue(
  { styles }: ElementClass,
  value: string,
  words: AttributeWords,
): string | undefined {
  const found = Object.entries(styles).find(
    ([, style]) => style.type === 'string' && (style.enum?.includes(value) ?? false),
  );
  if (found === undefined) return undefined;
  return sentence('it is a value of a style property: ', words.styled(kebabCase(found[0]), value));
}

/**
 * A handler may be for an event of the script's own, so that only what is one slip away from an event
 * that the element fires is reported: `onClik`, but not `onClick2`.
 */
function findHandlerError(known: ElementClass, name: string): AttributeError | undefined {
  const written = /^on-?([A-Z].*|(?<=-).+)$/.exec(name)?.[1] ?? '';
  const event = written.replaceAll('-', '').toLowerCase();
  if (event.length < 4) return undefined;
  const types = [...Object.keys(known.events), ...COMMON_EVENTS];
  // An event of the script's own may have a name that is longer: `onClick2`, `onClickOutside`.
  const isKnown = (type: string): boolean =>
    event === type || (event.startsWith(type) && !/^[a-z]/.test(written.slice(type.length)));
  if (types.some((type) => isKnown(type.toLowerCase()))) return undefined;
  const found = nearest(event, types, 1);
  if (found === undefined) return undefined;
  return {
    code: 'unknown-event',
    message: `<${known.tag}> does not fire "${event}" events`,
    suggest: () => `did you mean "${handlerName(found)}"?`,
  };
}

function handlerName(event: string): string {
  return `on${event[0]?.toUpperCase()}${event.slice(1)}`;
}

/**
 * The properties that every element has are not known here, but HTML's habit of writing `width` and
 * `color` as attributes is.
 */
function asStyle({ name, value }: WrittenAttribute, words: AttributeWords): string | undefined {
  const html = insteadOfHtmlAttribute(name);
  if (html !== undefined) return html ?? undefined;
  if (/^on/i.test(name)) return undefined;
  if (!/^[a-z][a-zA-Z-]*$/.test(name) || value === '' || value.length > 40) return undefined;
  if (value.includes('"')) return undefined;
  return sentence('if it is a style property, write ', words.styled(kebabCase(name), value));
}

function sentence(begin: string, style: string | undefined): string | undefined {
  return style && begin + style;
}

function checkRequired(
  markup: MarkupElement,
  known: ElementClass,
  diagnostics: LoadDiagnostics,
): void {
  for (const [name, { required }] of definitionOfClass(known).attributes) {
    if (required !== true) continue;
    // A binding or a message sets it, too.
    const isSet = markup.attributes.some(
      (attribute) => attributeKey(attribute.name.replace(/^(bind|t):/, '')) === name,
    );
    if (isSet) continue;
    diagnostics.add(
      'error',
      'missing-attribute',
      `<${markup.name}> needs the attribute "${name}"`,
      { start: markup.openTag.start, end: markup.nameSpan.end },
      () => `write <${markup.name} ${name}="…">`,
    );
  }
}

/** Content in an element that has none. */
function checkContent(
  markup: MarkupElement,
  known: ElementClass,
  diagnostics: LoadDiagnostics,
): void {
  if (known.content !== 'none' || known.raw) return;
  const translated = markup.attributes.find(({ name }) => name === 't');
  if (translated !== undefined) {
    diagnostics.add(
      'warning',
      'unexpected-content',
      `<${markup.name}> accepts no content: "t", which sets it, is ignored`,
      translated.nameSpan,
      () => `to translate an attribute, name it: t:title="${translated.value}"`,
    );
  }
  const content = markup.children.find(
    (child) => child.type === 'element' || (child.type === 'text' && child.data.trim() !== ''),
  );
  if (content === undefined) return;
  diagnostics.add(
    'error',
    'unexpected-content',
    `<${markup.name}> accepts no content`,
    content.type === 'element' ? content.openTag : content.span,
    () => `write <${markup.name}/> and put this after it`,
  );
}
