/** Reads the files of a document as its scripts' imports are read: relative to their file, and from packages. */
import type { Source } from '../../base/diagnostics.js';
import {
  readPartsSync,
  type DocumentParts,
  type PartReader,
  type ReadPart,
} from '../../element/components/parts.js';
import { FileModules } from './file-modules.js';
import { SourceFiles } from './files.js';
import { directoryOf, realFolder } from './folders.js';
import { shownName } from './messages.js';
import type { LoadResult, Resolution } from './modules.js';

/** A host of modules that answers at once. */
export interface SyncModules {
  resolve(request: Parameters<FileModules['resolve']>[0]): Resolution;
  load(path: string): LoadResult;
}

/** @param cwd what the path of the document counts from */
export function partReader(
  modules: SyncModules,
  document: Source,
  cwd?: string,
): PartReader<ReadPart> {
  const folder = realFolder(directoryOf(document, cwd));
  return {
    read(src, importer) {
      const specifier = relativeSource(src);
      if (specifier === './') return { reason: { message: 'expected the path of a file' } };
      const found = modules.resolve({ specifier, importer, kind: 'import' });
      if ('reason' in found) return found;
      const loaded = modules.load(found.path);
      if (loaded === undefined) {
        return { reason: { message: `${src} cannot be read, or is larger than 32 MB` } };
      }
      if ('reason' in loaded) return loaded;
      const text = Buffer.from(loaded.bytes)
        .toString('utf8')
        .replace(/^\ufeff/, '');
      if (text.includes('\0')) return { reason: { message: `${src} is not text` } };
      return { path: found.path, source: { file: shownName(found.path, folder, document), text } };
    },
  };
}

/** `src="card.tui"` is a file beside the one that names it, as in a browser; a package starts with `@` or is `npm:`. */
function relativeSource(src: string): string {
  return /^(\.{0,2}\/|@|file:|https?:|data:)/.test(src) ? src : (packageOf(src) ?? `./${src}`);
}

/** `npm:name/card.tui`: a package whose name has no scope. */
function packageOf(src: string): string | undefined {
  return /^npm:(.+)$/.exec(src)?.[1];
}

/** Reads any file of this machine, as Node would: for documents that are trusted with that. */
export function ownParts(document: Source): DocumentParts {
  const modules = new FileModules(new SourceFiles(), directoryOf(document));
  return readPartsSync(document, partReader(modules, document));
}
