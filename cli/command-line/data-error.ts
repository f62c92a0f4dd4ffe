/** Data that a command reads and cannot use: exit code 1. A wrong call is a `usageError`. */
import { DiagnosticError } from '../../runtime/base/diagnostics.js';

export class DataError extends DiagnosticError {}
