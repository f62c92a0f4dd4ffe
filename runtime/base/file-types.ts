/** Media types of files by the endings of their names, and `accept` lists of file inputs. */

/** Endings of names by media type; the table of the IANA, as far as apps of terminals read such files. */
const ENDINGS: Readonly<Record<string, string>> = {
  'application/gzip': 'gz tgz',
  'application/json': 'json map',
  'application/pdf': 'pdf',
  'application/sql': 'sql',
  'application/toml': 'toml',
  'application/vnd.sqlite3': 'sqlite sqlite3 db',
  'application/x-ndjson': 'ndjson jsonl',
  'application/x-sh': 'sh',
  'application/x-tar': 'tar',
  'application/xml': 'xml',
  'application/yaml': 'yaml yml',
  'application/zip': 'zip',
  'audio/flac': 'flac',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg oga opus',
  'audio/wav': 'wav',
  'image/avif': 'avif',
  'image/bmp': 'bmp',
  'image/gif': 'gif',
  'image/jpeg': 'jpg jpeg',
  'image/png': 'png',
  'image/svg+xml': 'svg',
  'image/webp': 'webp',
  'text/css': 'css',
  'text/csv': 'csv',
  'text/html': 'html htm',
  'text/javascript': 'js mjs cjs',
  'text/markdown': 'md markdown',
  'text/plain': 'txt text log conf ini',
  'text/tab-separated-values': 'tsv tab',
  'text/x-diff': 'diff patch',
  'text/x-typescript': 'ts mts cts tsx',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
};

const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries(ENDINGS).flatMap(([type, endings]) =>
    endings.split(' ').map((ending) => [ending, type] as const),
  ),
);

/** The media type of a file by its name; empty where none is known. */
export function typeOfName(name: string): string {
  const at = name.lastIndexOf('.');
  return at < 0 ? '' : (TYPES.get(name.slice(at + 1).toLowerCase()) ?? '');
}

/** Entries and characters of an `accept` that count. */
const MAX_ENTRIES = 64;
const MAX_ENTRY = 80;

/** The entries of an `accept` list, in lower case: endings (`.csv`), media types, and kinds of them (`image/*`). */
export function readAccept(text: string): readonly string[] {
  return text
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter(isAcceptEntry)
    .slice(0, MAX_ENTRIES);
}

/** Whether an entry of `accept` is an ending, a media type or a kind of media types. */
export function isAcceptEntry(entry: string): boolean {
  return entry.length <= MAX_ENTRY && /^(?:\.[^\s,/]+|[\w.+-]+\/(?:\*|[\w.+-]+))$/.test(entry);
}

/** Whether a file is one of those that `accept` lists; all are of an empty list. */
export function isAccepted(
  { name, type = typeOfName(name) }: { readonly name: string; readonly type?: string },
  accept: readonly string[],
): boolean {
  if (accept.length === 0) return true;
  const lower = name.toLowerCase();
  const [kind = ''] = type.split('/');
  return accept.some((entry) => {
    if (entry.startsWith('.')) return lower.endsWith(entry);
    return entry === type.toLowerCase() || (type !== '' && entry === `${kind}/*`);
  });
}
