/** An error for a process, or a system, that can open no more files: whatever needed one, the cause is the same. */
import { DiagnosticError } from '../../runtime/base/diagnostics.js';

/** The error that says so, for what failed because of it; undefined for other errors. */
export function outOfFiles(error: unknown): DiagnosticError | undefined {
  const { code, cause } = (error ?? {}) as { readonly code?: unknown; readonly cause?: unknown };
  if (code !== 'EMFILE' && code !== 'ENFILE') {
    return cause === undefined || cause === error ? undefined : outOfFiles(cause);
  }
  const isOwn = code === 'EMFILE';
  return new DiagnosticError([
    {
      severity: 'error',
      code: 'too-many-files',
      message: isOwn
        ? 'the limit of open files of this process is reached (EMFILE)'
        : 'the limit of open files of the system is reached (ENFILE)',
      suggestion: isOwn
        ? 'raise it before the start: ulimit -n 1024'
        : 'close programs, or raise the limit: sysctl fs.file-max',
    },
  ]);
}

/** @throws DiagnosticError for such an error, which is not to be taken for one of the file */
export function throwIfOutOfFiles(error: unknown): void {
  const found = outOfFiles(error);
  if (found !== undefined) throw found;
}
