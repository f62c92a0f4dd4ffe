/** The reference page that `tui types --format markdown` writes: the components of a document, or of a file of components. */
import { DiagnosticError, type Source } from '../../runtime/base/diagnostics.js';
import type { DocumentParts } from '../../runtime/element/components/parts.js';
import type { AttributeTable } from '../../runtime/element/contract.js';
import { componentsIn, filesOf, type WrittenComponent } from './components-in.js';

/** The first line of each such file. A file that begins otherwise was written by its author. */
export const PAGE_HEAD =
  '<!-- Written by "tui types", which replaces this file: do not edit it. -->';

/** Characters of a text of the document that the page shows. */
const MAX_TEXT = 500;

/** @throws DiagnosticError where the document has no component */
export function componentPage(source: Source, name: string, parts: DocumentParts = []): string {
  const components = [...componentsIn(filesOf(source, parts)).values()];
  if (components.length === 0) {
    throw new DiagnosticError([
      {
        severity: 'error',
        code: 'no-component',
        message: 'expected a component, found none',
        source: { file: source.file, text: '' },
        suggestion: 'define one: <template element="ui-card">',
      },
    ]);
  }
  return `${PAGE_HEAD}\n\n# Components of ${code(name)}\n${components.map(sectionOf).join('')}`;
}

function sectionOf(component: WrittenComponent): string {
  const { tag, properties, slots, events, hasScriptFile } = component;
  const parts = [
    table(
      'Attributes',
      ['name', 'value', 'default', ''],
      Object.entries(properties).map(([name, declaration]) => [
        code(attributeName(name)),
        valueOf(declaration),
        declaration.default === undefined ? '' : code(JSON.stringify(declaration.default)),
        // Without one, it has one that only names it.
        isOwnName(declaration.description, tag) ? '' : text(declaration.description),
      ]),
    ),
    table(
      'Slots',
      ['slot', 'shows'],
      slots.map((name) =>
        name === ''
          ? ['', 'Children without `slot`.']
          : [code(name), `Children with ${code(`slot="${name}"`)}.`],
      ),
    ),
    table(
      'Events',
      ['type', 'attribute'],
      events.map((type) => [code(type), code(`on${type.charAt(0).toUpperCase()}${type.slice(1)}`)]),
    ),
    hasScriptFile ? '\nIts script is in a file, which may fire more events.\n' : '',
  ];
  return `\n## ${code(`<${tag}>`)}\n${parts.join('')}`;
}

function isOwnName(description: string, tag: string): boolean {
  return description.endsWith(`\` of \`<${tag}>\`.`);
}

/** As it is written in markup: `maxRows` is `max-rows`. */
function attributeName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function valueOf(declaration: AttributeTable[string]): string {
  const { type } = declaration;
  const isRequired = declaration.required === true ? ', required' : '';
  if (type === 'string' && declaration.enum !== undefined) {
    return declaration.enum.map(code).join(', ') + isRequired;
  }
  if (type === 'json') return (declaration.schema.type === 'array' ? 'array' : 'JSON') + isRequired;
  if (type !== 'number' && type !== 'integer') return type + isRequired;
  const { minimum, maximum } = declaration;
  const range = [
    ...(minimum === undefined ? [] : [`at least ${minimum}`]),
    ...(maximum === undefined ? [] : [`at most ${maximum}`]),
  ];
  return [type, ...range].join(', ') + isRequired;
}

function table(
  title: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  if (rows.length === 0) return '';
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
  return `\n### ${title}\n\n${line(head)}${line(head.map(() => '---'))}${rows.map(line).join('')}`;
}

/** Only characters that are seen, in the order in which they are written, on one line. */
function shown(words: string): string {
  return words.slice(0, MAX_TEXT).replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]+/gu, ' ');
}

/** Words of a document are words: no markup and no end of a cell. */
function text(words: string): string {
  return shown(words)
    .replace(/[\\`*_[\]{}<>#|~!&]/g, (mark) => `\\${mark}`)
    .trim();
}

/** A code span, whatever is in it. */
function code(words: string): string {
  const inner = shown(words).replaceAll('|', '\\|');
  const ticks = '`'.repeat(
    Math.max(0, ...[...inner.matchAll(/`+/g)].map(([run]) => run.length)) + 1,
  );
  const space = /^`|`$|^ .* $/.test(inner) ? ' ' : '';
  return `${ticks}${space}${inner}${space}${ticks}`;
}
