/** Which operands are Markdown, and not documents. */

/** True for the name of a file that this app shows. */
export function isMarkdownName(operand: string): boolean {
  return /\.(md|markdown|mdown|mkd)$/i.test(operand) && !/^[a-z][a-z0-9+.-]+:\/\//i.test(operand);
}
