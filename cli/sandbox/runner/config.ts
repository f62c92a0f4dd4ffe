/** Saving settings from the sandbox: the launcher writes, and its refusals are the same errors here. */
import { ConfigPermissionError, type ChangeData, type FileData } from '../../../config/index.js';
import { DiagnosticError, type Diagnostic } from '../../../runtime/diagnostics.js';

type Send = (changes: ChangeData) => unknown;

export function saveThrough(send: Send): (changes: ChangeData) => FileData {
  return (changes) => {
    try {
      return send(changes) as FileData;
    } catch (error) {
      const { name, details } = error as { name?: string; details?: unknown };
      if (name === 'ConfigPermissionError') {
        const { path } = details as { path: string };
        throw new ConfigPermissionError(path, error);
      }
      if (Array.isArray(details)) throw new DiagnosticError(details as Diagnostic[]);
      throw error;
    }
  };
}
