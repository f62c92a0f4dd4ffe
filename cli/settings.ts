/** The configuration of one call: the process's environment, the flags, and the app's policy block. */
import { Config, type PolicyText } from '../config/index.js';
import { DiagnosticError, type Source } from '../runtime/diagnostics.js';
import type { MarkupElement, MarkupNode } from '../runtime/markup/nodes.js';
import { parseMarkup } from '../runtime/markup/parse.js';
import { report, type Console } from './console.js';

/**
 * Starts the configuration. What is wrong with the user's own file is only reported: it should not
 * keep every app from starting. Throws a DiagnosticError for wrong flags, variables and policies.
 */
export function loadConfig(
  console: Console,
  flags: Readonly<Record<string, unknown>>,
  source?: Source,
): Config {
  Config.init({
    env: console.env,
    cliFlags: flags,
    policy: source === undefined ? undefined : policyOf(source),
  });
  const config = Config.get();
  if (config.blocking.length > 0) throw new DiagnosticError(config.problems);
  report(console, config.problems);
  return config;
}

/** The document's `<policy>` block; undefined where it has none. */
export function policyOf(source: Source): PolicyText | undefined {
  // Most documents have none: then the text need not be parsed twice.
  if (!source.text.includes('<policy')) return undefined;
  const queue: MarkupNode[] = [...parseMarkup(source).nodes];
  for (let index = 0; index < queue.length; index++) {
    const node = queue[index];
    if (node?.type !== 'element') continue;
    if (node.name === 'policy') return policyText(source, node);
    for (const child of node.children) queue.push(child);
  }
  return undefined;
}

function policyText(source: Source, { content }: MarkupElement): PolicyText {
  return { source, text: source.text.slice(content.start, content.end), offset: content.start };
}
