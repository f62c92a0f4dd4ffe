/** The declarations that `tui types` writes for a document. */
import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { Config } from '../../config/index.js';
import type { AppKey } from '../../config/types.js';
import { DiagnosticError, type Diagnostic, type Source } from '../../runtime/base/diagnostics.js';
import type { DocumentParts } from '../../runtime/element/components/parts.js';
import { messageKeys } from '../lint/check-messages.js';
import { createApp } from '../create-app.js';
import { registry } from '#elements';
import type { ReadableMessages } from '../sandbox/launch/files/messages-folder.js';
import type { AttributeTable } from '../../runtime/element/contract.js';
import { componentsIn, filesOf, type WrittenComponent } from './components-in.js';
import { policyOf } from './settings.js';

/** The first line of each such file. A file that begins otherwise was written by its author. */
export const DECLARATIONS_HEAD =
  '// Written by "tui types", which replaces this file: do not edit it.';

export interface DeclarationInputs {
  readonly name: string;
  readonly cwd: string;
  /** Files of messages that the app may read; default: none. */
  readonly messages?: ReadableMessages | undefined;
  /** The other files that the document is made of, of those that the app may read; default: none. */
  readonly parts?: DocumentParts | undefined;
}

/**
 * The text of the file. Names come from the document and may be anything: each is written as a string of JSON, in ASCII,
 * and the type of an element is one of the registry's.
 *
 * @param app its name among others (see `appName`), and the folder that its path counts from
 * @throws DiagnosticError where the document or its policy has an error
 */
export function declarationsOf(
  source: Source,
  { name, cwd, messages, parts: files = [] }: DeclarationInputs,
): string {
  const config = configOf(source, cwd);
  const components = componentsIn(filesOf(source, files));
  const { ids, warnings } = readIds(source, files, components);
  const diagnostics = config.diagnostics.filter(({ layer }) => layer === 'policy');
  const errors = [...warnings, ...diagnostics].filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new DiagnosticError(errors);
  const keys = [...config.getAppKeys()].sort((a, b) => (a.key < b.key ? -1 : 1));
  const parts = [
    block('Elements by id.', 'ids', [...ids].map(idLine)),
    block('Keys of `configSchema`.', 'config', keys.map(keyLines)),
    block('Keys of messages.', 'messages', messageKeys(source, messages).map(messageLine)),
  ].filter((part) => part !== '');
  return `${DECLARATIONS_HEAD}
declare namespace Tui {
  interface Apps {
    ${quote(name)}: {
${parts.join('')}    };
  }
${componentsBlock(name, [...components.values()])}}
`;
}

/** Elements by id refer to them, which a type of one interface could not. */
function componentsBlock(name: string, components: readonly WrittenComponent[]): string {
  if (components.length === 0) return '';
  return `  interface AppComponents {
    ${quote(name)}: {
${components.map(componentLines).join('')}    };
  }
`;
}

function block(about: string, name: string, lines: readonly string[]): string {
  if (lines.length === 0) return '';
  return `      /** ${about} */\n      ${name}: {\n${lines.join('')}      };\n`;
}

function idLine([id, type]: readonly [string, string]): string {
  return `        ${quote(id)}: ${type};\n`;
}

function componentLines(component: WrittenComponent): string {
  const { tag, properties, events, slots, hasScriptFile } = component;
  const lines = Object.entries(properties).map(([name, declaration]) => {
    const comment = `          /** ${commentText(declaration.description)} */\n`;
    return `${comment}          ${quote(name)}: ${propertyType(declaration)};\n`;
  });
  return `      ${quote(tag)}: {
        properties: {
${lines.join('')}        };
        events: ${hasScriptFile ? [...events.map(quote), ANY_TEXT].join(' | ') : union(events)};
        slots: ${union(slots)};
      };
`;
}

function propertyType(declaration: AttributeTable[string]): string {
  const isSet = declaration.default !== undefined || declaration.required === true;
  return `${valueType(declaration)}${isSet || declaration.type === 'boolean' ? '' : ' | undefined'}`;
}

function valueType(declaration: AttributeTable[string]): string {
  switch (declaration.type) {
    case 'boolean':
      return 'boolean';
    case 'number':
    case 'integer':
      return 'number';
    case 'json':
      return declaration.schema.type === 'array' ? 'readonly unknown[]' : 'unknown';
    case 'string':
      return declaration.enum === undefined ? 'string' : union(declaration.enum);
    default:
      return 'string';
  }
}

/** Any text, of which an editor completes those that are known. */
const ANY_TEXT = '(string & {})';

function union(texts: readonly string[]): string {
  return texts.length === 0 ? 'never' : texts.map(quote).join(' | ');
}

function messageLine(key: string): string {
  return `        ${quote(key)}: string;\n`;
}

const TYPES: Readonly<Record<AppKey['type'], string>> = {
  string: 'string',
  boolean: 'boolean',
  integer: 'number',
  number: 'number',
};

function keyLines({ key, type, default: initial, description, min, max }: AppKey): string {
  const range = [
    ...(min === undefined ? [] : [`at least ${min}`]),
    ...(max === undefined ? [] : [`at most ${max}`]),
  ].join(', ');
  const about = [description, range].filter((text) => text !== '').join(': ');
  const comment = about === '' ? '' : `        /** ${commentText(about)} */\n`;
  const unset = initial === undefined ? ' | undefined' : '';
  return `${comment}        ${quote(key)}: ${TYPES[type]}${unset};\n`;
}

/** A string of TypeScript in ASCII: invisible and bidirectional characters would hide what a name is. */
function quote(text: string): string {
  return JSON.stringify(text).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Characters of a description that a comment shows. */
const MAX_COMMENT = 500;

/**
 * One line that neither ends its comment nor is read as a tag or a directive of one: editors show the entity as an at sign.
 * Only characters that are seen, in the order in which they are written.
 */
function commentText(text: string): string {
  return text
    .slice(0, MAX_COMMENT)
    .replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]+/gu, ' ')
    .replaceAll('*/', '* /')
    .replaceAll('@', '&#64;')
    .trim();
}

/**
 * The name under which an app is described: its path from the folder of the package, so that several apps of a project are
 * described beside each other.
 */
export function appName(file: string, cwd: string): string {
  if (file === '-') return '<stdin>';
  const path = resolve(cwd, file);
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) {
      return relative(folder, path).split(sep).join('/');
    }
    if (dirname(folder) === folder) return basename(path);
  }
}

/** Each id with the type of its element, as `getElementById` finds it when the scripts start. */
function readIds(
  source: Source,
  parts: DocumentParts,
  components: ReadonlyMap<string, WrittenComponent>,
): {
  readonly ids: ReadonlyMap<string, string>;
  readonly warnings: readonly Diagnostic[];
} {
  // Nothing of it runs: it is never started.
  const app = createApp(source.text, {
    file: source.file,
    env: {},
    theme: 'bw-std',
    readParts: () => parts,
    isForgiving: true,
  });
  try {
    const typeOf = (tag: string): string => {
      if (components.has(tag)) return `Component<${quote(tag)}>`;
      return registry.has(tag) ? `ElementTagNameMap[${quote(tag)}]` : 'TuiElement';
    };
    const found = new Map<string, string>();
    for (const { id, localName } of app.document.querySelectorAll('[id]')) {
      if (id === '' || found.has(id)) continue;
      found.set(id, typeOf(localName));
    }
    return { ids: found, warnings: app.diagnostics };
  } finally {
    app.stop();
  }
}

/** The keys of the document's own `configSchema`; the settings of the user who runs the command are not among them. */
export function configOf(source: Source, cwd: string): Config {
  return new Config({
    env: {},
    cwd,
    home: '/nonexistent',
    withoutFile: true,
    policy: policyOf(source),
    restrictPolicy: true,
  });
}
