/**
 * The files that a document is made of beside its own: those in `<import src>` and `<style src>`. They are read before the
 * document, with the rights of the app, and are plain data from then on.
 */
import type { Source } from '../../base/diagnostics.js';
import type { MarkupElement, MarkupNode } from '../../markup/nodes.js';
import { parseMarkup } from '../../markup/parse.js';

/** One `src`, and the file that it led to. */
export interface Part {
  /** Absolute path of the file that has the `src`; empty for the document. */
  readonly importer: string;
  readonly src: string;
  readonly kind: 'import' | 'style';
  /** Absolute path; empty where it cannot be read. */
  readonly path: string;
  /** Its name for diagnostics, and what is in it. */
  readonly source: Source;
  /** Why it cannot be read. */
  readonly error?: PartError | undefined;
}

interface PartError {
  readonly message: string;
  readonly suggestion?: string | undefined;
}

export type DocumentParts = readonly Part[];

/** What finds and reads the files. */
export interface PartReader<Result> {
  /** @param importer absolute path of the file that names it; undefined for the document */
  read(src: string, importer: string | undefined): Result;
}

export type ReadPart =
  | { readonly path: string; readonly source: Source }
  | { readonly reason: PartError };

/** Files of one document; more are taken for imports without an end. */
const MAX_PARTS = 500;
/** UTF-16 units of all of them: they are read before any question, where the terminal is. */
const MAX_TEXT = 4 * 1024 * 1024;

/** Whether a document may have such files; true also where something only looks like it. */
export function mayHaveParts(text: string): boolean {
  if (mayHaveImports(text)) return true;
  // One pass: a search for the end of each tag would start again at the next one. A value in quotes may contain ">".
  let isInStyle = false;
  for (const [token] of text.matchAll(/<\/?style\b|[\s/"']src\b/gi)) {
    if (token[0] !== '<') {
      if (isInStyle) return true;
    } else isInStyle = token[1] !== '/';
  }
  return false;
}

/** Whether a document may have `<import>`, whose files may hold code. */
export function mayHaveImports(text: string): boolean {
  return /<import\b/i.test(text);
}

interface Named {
  readonly src: string;
  readonly kind: Part['kind'];
}

/** What some markup names, templates included, each once. */
function namedIn(nodes: readonly MarkupNode[]): Named[] {
  const found = new Map<string, Named>();
  const queue = [...nodes];
  for (const node of queue) {
    if (node.type !== 'element') continue;
    const src = partOf(node);
    if (src !== undefined) found.set(`${src.kind} ${src.src}`, src);
    for (const child of node.children) queue.push(child);
  }
  return [...found.values()];
}

/** The file that an element names; undefined for elements that name none. */
export function partOf({ name, attributes }: MarkupElement): Named | undefined {
  if (name !== 'import' && name !== 'style') return undefined;
  const src = attributes.find((attribute) => attribute.name === 'src')?.value;
  return src === undefined ? undefined : { src, kind: name };
}

/** Each file that is requested is answered by `next`; the result are all of them, each `src` once. */
function* collectParts(
  source: Source,
): Generator<readonly [string, string | undefined], Part[], ReadPart> {
  const parts: Part[] = [];
  if (!mayHaveParts(source.text)) return parts;
  const queue: { readonly importer: string; readonly text: Source }[] = [
    { importer: '', text: source },
  ];
  const known = new Set<string>();
  let size = 0;
  for (const { importer, text } of queue) {
    for (const { src, kind } of namedIn(parseMarkup(text).nodes)) {
      if (parts.length >= MAX_PARTS) {
        const error = { message: `a document has at most ${MAX_PARTS} imports` };
        parts.push({ importer, src, kind, path: '', source: NOTHING, error });
        return parts;
      }
      const found = yield [src, importer === '' ? undefined : importer];
      if ('reason' in found) {
        parts.push({ importer, src, kind, path: '', source: NOTHING, error: found.reason });
        continue;
      }
      size += found.source.text.length;
      if (size > MAX_TEXT) {
        const error = {
          message: `the imports of a document have at most ${MAX_TEXT / 2 ** 20} MB in all`,
        };
        parts.push({ importer, src, kind, path: '', source: NOTHING, error });
        return parts;
      }
      parts.push({ importer, src, kind, ...found });
      if (kind === 'style' || known.has(found.path)) continue;
      known.add(found.path);
      queue.push({ importer: found.path, text: found.source });
    }
  }
  return parts;
}

const NOTHING: Source = { file: '', text: '' };

/** Reads the files of a document. */
export function readPartsSync(source: Source, reader: PartReader<ReadPart>): DocumentParts {
  const steps = collectParts(source);
  let step = steps.next();
  while (step.done !== true) step = steps.next(reader.read(...step.value));
  return step.value;
}

/** The same where files come over the network. */
export async function readParts(
  source: Source,
  reader: PartReader<ReadPart | Promise<ReadPart>>,
): Promise<DocumentParts> {
  const steps = collectParts(source);
  let step = steps.next();
  while (step.done !== true) step = steps.next(await reader.read(...step.value));
  return step.value;
}

/** The file that an element of a file names. */
export function findPart(parts: DocumentParts, importer: string, named: Named): Part | undefined {
  return parts.find(
    (part) => part.importer === importer && part.src === named.src && part.kind === named.kind,
  );
}
