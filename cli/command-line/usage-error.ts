/** An invalid call of the command: reported without a place, exit code 2. */
import type { Diagnostic } from '../../runtime/base/diagnostics.js';
import { DiagnosticError } from '../../runtime/base/diagnostics.js';

export function usageError(message: string, suggestion?: string): DiagnosticError {
  const diagnostic: Diagnostic = { severity: 'error', code: 'usage', message, suggestion };
  return new DiagnosticError([diagnostic]);
}
