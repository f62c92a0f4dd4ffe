/** The configuration of one call: the process's environment, the flags, and the app's policy block. */
import { Config, type ConfigProblem, type ConfigReader, type PolicyText } from '../config/index.js';
import { DiagnosticError, type Source } from '../runtime/diagnostics.js';
import type { MarkupElement, MarkupNode } from '../runtime/markup/nodes.js';
import { parseMarkup } from '../runtime/markup/parse.js';
import { report, type Console } from './console.js';
import { isDangerousVariable } from './sandbox/policy/grants/env.js';

/**
 * Starts the configuration for a call that runs an app. Warnings, a file that cannot be read and values of keys
 * that the call does not read are only reported.
 *
 * @param readerOf the call, which the configuration may decide
 * @throws DiagnosticError where a value does not fit that the call reads
 */
export function loadConfig(
  console: Console,
  flags: Readonly<Record<string, unknown>>,
  source: Source,
  readerOf: (config: Config) => ConfigReader,
): Config {
  const config = initConfig(console, flags, source);
  if (config.blocking(readerOf(config)).length > 0) throw new DiagnosticError(config.problems);
  report(console, [...config.problems.map(asPassedOver), ...config.withoutEffect]);
  return config;
}

/** What does not stop the call is a warning of it; a file that cannot be read stays an error of the file. */
function asPassedOver(problem: ConfigProblem): ConfigProblem {
  return problem.key === undefined ? problem : { ...problem, severity: 'warning' };
}

/** The same for who only wants to see it: everything wrong is reported, nothing stops. */
export function inspectConfig(
  console: Console,
  flags: Readonly<Record<string, unknown>>,
  source?: Source,
): Config {
  const config = initConfig(console, flags, source);
  report(console, config.problems);
  return config;
}

function initConfig(
  console: Console,
  flags: Readonly<Record<string, unknown>>,
  source: Source | undefined,
): Config {
  Config.init({
    env: console.env,
    cliFlags: flags,
    restrictPolicy: true,
    mayRead: (variable) => !isDangerousVariable(variable),
    policy: source === undefined ? undefined : policyOf(source),
  });
  return Config.get();
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
