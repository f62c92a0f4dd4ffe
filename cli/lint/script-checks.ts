/** Checks scripts without running them: unknown ids, keys, events, and members of `$tui` and `$app`. */
import {
  didYouMean,
  nearest,
  type Diagnostic,
  type Source,
  type Span,
} from '../../runtime/base/diagnostics.js';
import { COMMON_EVENTS } from '../../runtime/dom/events/handlers.js';
import { hookOf } from '../../runtime/element/definition.js';
import { eventType } from '../../runtime/script/handlers.js';
import type { TuiDocument } from '../../runtime/element/tui-element.js';
import { blocksIn } from '../documents/script-blocks.js';
import { sourceOf } from '../../runtime/element/tui-element.js';
import type { DocumentParts } from '../../runtime/element/components/parts.js';
import type { MarkupFile } from '../../runtime/element/loading/imports.js';
import {
  componentsIn,
  elementsIn,
  filesOf,
  valueOf,
  type WrittenComponent,
} from '../documents/components-in.js';
import { checkComponents } from './component-checks.js';
import { checkStyles, type StyleInputs } from './style-checks.js';

/** `getElementById('cpu')`; an id that is put together is unknown here. */
const BY_ID = /\bgetElementById\(\s*(['"`])([^'"`$\\]+)\1\s*\)/g;
/** `$tui.notify`, `$app.save`; one that is followed by `?.` is a question. */
const MEMBER = /\$(tui|app)\s*\.\s*([A-Za-z_$][\w$]*)(?!\s*\?\.|[\w$])/g;
/** An event may be of any type. */
const MAKES_EVENTS = /\bnew\s+\w*Event\(\s*[^'"`\s]|\bnew\s+\w*Event\(\s*`[^`]*\$\{|\binitEvent\(/;
/**
 * Strings are matched so that what looks like a comment in one stays. One that does not end goes on to the end: trying
 * again behind each beginning would take quadratic time.
 */
const COMMENTS =
  /(["'])(?:\\.|(?!\1)[^\\\n])*\1?|`(?:\\[^]|[^\\`])*`?|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)/g;
/** An id or a key may come from anywhere. */
const MAKES_IDS =
  /\.id\s*=\s*(?!["'`])|\bid=\\?["']?\$\{|setAttribute\(\s*["'`]id["'`]\s*,\s*[^"'`\s]/;
const MAKES_KEYS = /createState\(\s*[^{\s)]|\bObject\.assign\(|\w\[[^\]\n]{1,100}\]{1,9}\s*=[^=]/;
/** The beginnings of texts that are put together: `item-${…}`, `'item-' +`. */
const PREFIX = /["'`]([\w-]+)(?:\$\{|["'`]\s*\+)/g;

/** A text of code and where it is from. */
interface Code {
  readonly text: string;
  readonly source: Source;
  /** The place of a part of the text in the source. */
  place(start: number, end: number): Span | undefined;
  readonly isHandler?: true;
}

export interface ScriptInputs {
  readonly source: Source;
  readonly document: TuiDocument;
  /** The other files that it is made of. */
  readonly parts: DocumentParts;
  /** The files of its own that it imports; undefined where that is not known. */
  readonly files: readonly Source[] | undefined;
  /** The members of `$tui`. */
  readonly members: readonly string[];
  /** The names that the blocks export; undefined where they are not known. */
  readonly exports: ReadonlySet<string> | undefined;
  /** Code of packages is part of the app: what that does is not known. */
  readonly hasPackages: boolean;
  readonly sheets: StyleInputs['sheets'];
  readonly theme: StyleInputs['theme'];
}

/** Warnings about the code of a document and of its own files, and about what of the document depends on that. */
export function checkScripts(inputs: ScriptInputs): Diagnostic[] {
  const codes = codesOf(inputs);
  const all = codes.map(({ text }) => text).join('\n');
  const markup = filesOf(inputs.source, inputs.parts);
  const known = knownIds(inputs.document, markup, all);
  const isWhole =
    inputs.files !== undefined ||
    !/\bimport\b|\brequire\b|<script[^<>]*\ssrc/.test(inputs.source.text);
  const found = codes.flatMap((code) => [
    ...checkMembers(code, inputs),
    ...(isWhole && known !== undefined ? checkIds(code, known) : []),
  ]);
  if (!isWhole) return found;
  const { source, sheets, theme } = inputs;
  const ids = inputs.hasPackages ? undefined : known;
  return [
    ...found,
    ...checkKeys(inputs, all),
    ...checkComponents({
      files: markup,
      words: MAKES_KEYS.test(all) || inputs.exports === undefined ? undefined : wordsIn(codes),
      exports: inputs.exports ?? new Set(),
    }),
    ...(inputs.hasPackages || MAKES_EVENTS.test(all)
      ? []
      : checkEvents(inputs, componentsIn(markup), all)),
    ...checkStyles({ source, sheets, theme, code: all, ids }),
  ];
}

function codesOf({ source, document, files = [], parts }: ScriptInputs): Code[] {
  const blocks = blocksIn(source, parts).flatMap(({ code, span, src, origin }): Code[] => {
    if (src !== undefined || span === undefined) return [];
    const place = (start: number, end: number): Span => ({
      start: span.start + start,
      end: span.start + end,
    });
    return [{ text: withoutComments(code), source: origin?.source ?? source, place }];
  });
  const own = files.map((file): Code => {
    const place = (start: number, end: number): Span => ({ start, end });
    return { text: withoutComments(file.text), source: file, place };
  });
  return [...blocks, ...handlersOf(source, document), ...own];
}

/** Handlers name what scripts have, and make nothing. */
function wordsIn(codes: readonly Code[]): ReadonlySet<string> {
  const text = codes.filter(({ isHandler }) => isHandler !== true).map((code) => code.text);
  return new Set(text.join('\n').match(/[\p{L}_$][\p{L}\p{N}_$]*/gu));
}

function handlersOf(source: Source, document: TuiDocument): Code[] {
  return document.querySelectorAll('*').flatMap((element): Code[] =>
    element.getAttributeNames().flatMap((name): Code[] => {
      if (eventType(element, name) === undefined) return [];
      const text = element.getAttribute(name) ?? '';
      return [
        {
          text,
          source,
          place: (start, end) => sourceOf(element)?.valueSpan(name, start, end),
          isHandler: true,
        },
      ];
    }),
  );
}

/** Blanks in their place, so that offsets stay. */
function withoutComments(text: string): string {
  return text.replace(COMMENTS, (part) =>
    part.startsWith('/') ? part.replace(/[^\n]/g, ' ') : part,
  );
}

interface Ids {
  readonly ofDocument: readonly string[];
  has(id: string): boolean;
}

/** The ids of the document, and those that code makes; undefined where those may be any. */
function knownIds(
  document: TuiDocument,
  files: readonly MarkupFile[],
  code: string,
): Ids | undefined {
  if (MAKES_IDS.test(code)) return undefined;
  const ofTree = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  // Those in shadow trees of components, and in blocks.
  const written = files.flatMap(({ nodes }) =>
    [...elementsIn(nodes)].flatMap((element) => valueOf(element, 'id') ?? []),
  );
  const ofDocument = [...new Set([...ofTree, ...written])];
  const known = new Set(ofDocument);
  const others = code.replace(BY_ID, '');
  const made = new Set<string>();
  for (const match of others.matchAll(/["'`]([^"'`\s\\]+)(?=\\?["'`])|\bid=([^"'`\s>\\]+)/g)) {
    made.add(match[1] ?? match[2] ?? '');
  }
  const prefixes = [...others.matchAll(PREFIX)].map(([, prefix = '']) => prefix);
  const has = (id: string): boolean =>
    known.has(id) || made.has(id) || prefixes.some((prefix) => id.startsWith(prefix));
  return { ofDocument, has };
}

function checkIds({ text, source, place }: Code, ids: Ids): Diagnostic[] {
  return [...text.matchAll(BY_ID)].flatMap(({ 0: call, 2: id = '', index }): Diagnostic[] => {
    if (ids.has(id)) return [];
    const start = index + call.lastIndexOf(id);
    return [
      {
        severity: 'warning',
        code: 'unknown-id',
        message: `no element has the id "${id}"`,
        source,
        span: place(start, start + id.length),
        suggestion: didYouMean(id, ids.ofDocument),
      },
    ];
  });
}

function checkMembers(
  { text, source, place }: Code,
  { members, exports }: ScriptInputs,
): Diagnostic[] {
  return [...text.matchAll(MEMBER)].flatMap(
    ({ 0: call, 1: object, 2: name = '', index }): Diagnostic[] => {
      const known = object === 'tui' ? members : exports && [...exports];
      if (known === undefined || known.includes(name)) return [];
      const start = index + call.length - name.length;
      return [
        {
          severity: 'warning',
          code: 'unknown-member',
          message: object === 'tui' ? `$tui has no "${name}"` : `no script exports "${name}"`,
          source,
          span: place(start, start + name.length),
          suggestion:
            didYouMean(name, known) ??
            (object === 'tui' ? undefined : `write "export function ${name}() { … }" in a script`),
        },
      ];
    },
  );
}

/** `onFoo`: an event that the element does not fire, and that no script mentions. */
function checkEvents(
  { source, document }: ScriptInputs,
  components: ReadonlyMap<string, WrittenComponent>,
  code: string,
): Diagnostic[] {
  const words = new Set(
    (code.match(/[\p{L}_$][\p{L}\p{N}_$-]*/gu) ?? []).map((word) =>
      word.replaceAll('-', '').toLowerCase(),
    ),
  );
  return document.querySelectorAll('*').flatMap((element): Diagnostic[] =>
    element.getAttributeNames().flatMap((name): Diagnostic[] => {
      const type = eventType(element, name);
      if (type === undefined || hookOf(element, name) !== undefined) return [];
      const own = Object.keys((element.constructor as { events?: object }).events ?? {});
      const emitted = components.get(element.localName)?.events ?? [];
      const known = [...own, ...emitted, ...COMMON_EVENTS];
      if (known.includes(type) || words.has(type.toLowerCase())) return [];
      const suggestion = nearest(type.toLowerCase(), known);
      return [
        {
          severity: 'warning',
          code: 'unknown-event',
          message: `<${element.localName}> does not fire "${type}" events, and no script does`,
          source,
          span: sourceOf(element)?.nameSpan(name),
          suggestion:
            suggestion && `did you mean "on${suggestion[0]?.toUpperCase()}${suggestion.slice(1)}"?`,
        },
      ];
    }),
  );
}

/** `bind="name"`: a key that no script mentions is not a key of a state. */
function checkKeys({ source, document }: ScriptInputs, code: string): Diagnostic[] {
  if (MAKES_KEYS.test(code)) return [];
  const words = new Set(code.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []);
  return document.querySelectorAll('*').flatMap((element): Diagnostic[] =>
    element.getAttributeNames().flatMap((name): Diagnostic[] => {
      const key = element.getAttribute(name) ?? '';
      const [first = ''] = key.split('.');
      if (!/^bind($|:)/.test(name) || !/^[\s\w$.]+$/.test(key) || words.has(first.trim()))
        return [];
      return [
        {
          severity: 'warning',
          code: 'unknown-key',
          message: `no script mentions "${first}", which is bound here`,
          source,
          span: sourceOf(element)?.valueSpan(name),
          suggestion: didYouMean(first, words),
        },
      ];
    }),
  );
}
