/**
 * Errors in files that an app's policy requests, before a person has agreed to that. Their places are printed, and nothing of the
 * files: the author of a document could have any file of its reader's printed, by requesting and importing it, to a log that
 * others read.
 */
import { isAbsolute, relative, resolve } from 'node:path';
import { positionAt, type Diagnostic, type Source } from '../../../../runtime/base/diagnostics.js';
import { directoryOf, realFolder } from '../../../../runtime/script/bundle/folders.js';
import { containsHome, isInside, realPathOf } from '../../policy/grants/paths.js';
import type { Resolved } from '../../policy/resolve.js';
import { importableBy } from './importable.js';

export interface AgreedInputs {
  readonly document: Source;
  readonly resolved: Pick<Resolved, 'granted' | 'variables'>;
  /** `--trust`: all that the policy requests is agreed to. */
  readonly trust?: boolean | undefined;
}

/**
 * The same errors, without the content of files that are not agreed to. What the defaults and the flags grant is agreed to, and so
 * are files below the working folder that are not hidden, where that is a project: lint is run in it.
 */
export function agreedErrors(
  diagnostics: readonly Diagnostic[],
  { document, resolved, trust = false }: AgreedInputs,
): Diagnostic[] {
  if (trust) return [...diagnostics];
  const { granted, variables } = resolved;
  const { cwd, home } = variables;
  const mayImport = importableBy(granted, variables);
  const isProject = !containsHome(cwd, home);
  // Not what is hidden there: the settings of git can hold a token.
  const isOfProject = (real: string): boolean =>
    isProject && isInside(real, cwd) && !/(^|[\\/])\./.test(relative(cwd, real));
  const isAgreed = (path: string): boolean => {
    const real = realPathOf(path, cwd);
    return real !== undefined && (mayImport(real) || isOfProject(real));
  };
  return diagnostics.map((each) => {
    const { source } = each;
    const isOwn = source === undefined || source.file === document.file;
    if (isOwn || placesOf(source, document, cwd).every(isAgreed)) return each;
    return withoutContent(each, source);
  });
}

/** Names count from the document's folder as it is written; where that is a link, they can be read in two ways. */
function placesOf({ file }: Source, document: Source, cwd: string): string[] {
  const asWritten = resolve(cwd, file);
  if (isAbsolute(file) !== isAbsolute(document.file)) return [asWritten];
  const from = relative(directoryOf(document, cwd), asWritten);
  return [asWritten, resolve(realFolder(directoryOf(document, cwd)), from)];
}

function withoutContent(diagnostic: Diagnostic, source: Source): Diagnostic {
  const { severity, code, span } = diagnostic;
  const place = span === undefined ? 'it' : `line ${positionAt(source, span.start).line}`;
  return {
    severity,
    code,
    source: { file: source.file, text: '' },
    message: `${place} has an ${severity === 'error' ? 'error' : 'entry'} that is not displayed: only the policy requests this file`,
    suggestion: 'run the command in a folder that contains the file',
  };
}
