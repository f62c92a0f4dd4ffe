/** Recognises operands that are Markdown files. */
import type { Diagnostic } from '../../runtime/base/diagnostics.js';

/** True for the name of a file that this app shows. */
export function isMarkdownName(operand: string): boolean {
  return isNamed(operand) && !/^[a-z][a-z0-9+.-]+:\/\//i.test(operand);
}

/** True for the address of one. */
export function isMarkdownAddress(operand: string): boolean {
  return /^https?:\/\//i.test(operand) && isNamed(operand.replace(/[?#].*$/s, ''));
}

function isNamed(name: string): boolean {
  return /\.(md|markdown|mdown|mkd)$/i.test(name);
}

/** The message of a command for documents that is given a Markdown file. */
export function noDocument(file: string): Diagnostic {
  return {
    severity: 'warning',
    code: 'markdown',
    message: 'is Markdown, not a document: there is nothing to check',
    source: { file, text: '' },
    suggestion: /^[\w./@+-]+$/.test(file) ? `read it with tui ${file}` : undefined,
  };
}
