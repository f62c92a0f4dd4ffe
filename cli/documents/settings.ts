/** The configuration of one call: the process's environment, the flags, and the app's policy block. */
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  appConfigPath,
  Config,
  configPathIn,
  type ConfigInputs,
  type ConfigDiagnostic,
  type ConfigReader,
  type PolicyText,
} from '../../config/index.js';
import { DiagnosticError, type Source } from '../../runtime/base/diagnostics.js';
import type { MarkupElement, MarkupNode } from '../../runtime/markup/nodes.js';
import { parseMarkup } from '../../runtime/markup/parse.js';
import { detectCapabilities } from '../../runtime/terminal/capabilities.js';
import type { Call } from '../commands/table.js';
import { isTerminal, report } from '../command-line/console.js';
import { isDangerousVariable } from '../sandbox/policy/grants/env.js';

/**
 * Starts the configuration for a call that runs an app. Warnings, a file that cannot be read and values of keys
 * that the call does not read are only reported.
 *
 * @param readerOf the call, which the configuration may decide
 * @throws DiagnosticError where a value does not fit that the call reads
 */
export function loadConfig(
  call: ConfigCall,
  source: Source,
  readerOf: (config: Config) => ConfigReader,
): Config {
  const { console } = call;
  const config = initConfig(call, source);
  const missing = missingFile(call, config);
  if (missing !== undefined) throw new DiagnosticError([missing]);
  if (config.blocking(readerOf(config)).length > 0) throw new DiagnosticError(config.diagnostics);
  report(console, [...config.diagnostics.map(asPassedOver)]);
  return config;
}

/** What does not stop the call is a warning of it; a file that cannot be read stays an error of the file. */
function asPassedOver(diagnostic: ConfigDiagnostic): ConfigDiagnostic {
  return diagnostic.key === undefined ? diagnostic : { ...diagnostic, severity: 'warning' };
}

/** Whether an app runs without a terminal, for the clients of its server. */
export function isServedHeadless({ serverPort, headlessEnabled }: Config): boolean {
  return serverPort !== undefined && headlessEnabled;
}

/**
 * Reports what may surprise a user when a call paints only one frame: the terminal is not used, and `--server-port` has
 * no effect.
 *
 * @param suggestion how to watch the app instead; undefined if one frame was requested
 */
export function reportPainted({ console }: ConfigCall, config: Config, suggestion?: string): void {
  const { TERM = '' } = console.env;
  const isLiveExpected = suggestion !== undefined && !config.headlessEnabled;
  const { interactive } = detectCapabilities(console.env, true);
  if (isLiveExpected && !interactive && isTerminal(console, 'stdout')) {
    report(console, [
      {
        severity: 'info',
        code: 'no-terminal',
        message: `${TERM === '' ? 'TERM is not set' : `TERM is ${TERM}`}: shown once, as text`,
        suggestion: 'set TERM, for example TERM=xterm-256color',
      },
    ]);
  }
  if (config.getSource('server.port') !== 'cli') return;
  report(console, [
    {
      severity: 'warning',
      code: 'no-effect',
      message: '--server-port: there is no server for one frame of text',
      suggestion,
    },
  ]);
}

/** The same for a call that only shows it: everything wrong is reported, nothing stops. */
export function inspectConfig(
  call: ConfigCall,
  source?: Source,
): { readonly config: Config; readonly diagnostics: readonly ConfigDiagnostic[] } {
  const config = initConfig(call, source);
  const missing = missingFile(call, config);
  const diagnostics = missing === undefined ? config.diagnostics : [missing, ...config.diagnostics];
  report(call.console, diagnostics);
  return { config, diagnostics };
}

/** What of a call the configuration depends on. */
export type ConfigCall = Pick<Call, 'console' | 'flags' | 'configFile'>;

/** The file that the user chose for this call; undefined: the usual one, or none. */
export function chosenFile({ console, configFile }: ConfigCall): string | undefined {
  const { cwd, env } = console;
  if (configFile !== undefined) return configFile === false ? undefined : resolve(cwd, configFile);
  // Empty counts as unset, as for other variables that name a place.
  const variable = env['TUI_CONFIG'] ?? '';
  return variable === '' ? undefined : resolve(cwd, variable);
}

/** The error for a settings file that the user named and that does not exist. */
function missingFile(call: ConfigCall, config: Config): ConfigDiagnostic | undefined {
  const path = chosenFile(call);
  if (path === undefined || path === '/dev/null' || config.configExists) return undefined;
  const from = call.configFile === undefined ? 'TUI_CONFIG' : '--config';
  return {
    severity: 'error',
    code: 'no-file',
    message: `${from}: there is no such file`,
    source: { file: path, text: '' },
    suggestion: 'create it with tui config set, or use --no-config',
    layer: 'file',
  };
}

export function initConfig(call: ConfigCall, source: Source | undefined): Config {
  const { console, flags, configFile } = call;
  const { env, cwd, home } = console;
  return new Config({
    env,
    cwd,
    home,
    cliFlags: flags,
    configPath: chosenFile(call),
    withoutFile: configFile === false,
    restrictPolicy: true,
    mayRead: (variable) => !isDangerousVariable(variable),
    ...policyInputs(source, chosenFile(call) ?? configPathIn(env, home), cwd),
    ...(configFile === false ? { appConfigPath: undefined } : {}),
  });
}

/** The policy of an app, and where the user's values of its own keys are kept, if it has some and is a file. */
function policyInputs(
  source: Source | undefined,
  configPath: string,
  cwd: string,
): Pick<ConfigInputs, 'policy' | 'appConfigPath'> {
  const policy = source === undefined ? undefined : policyOf(source);
  if (source === undefined || policy?.text.includes('configSchema') !== true) return { policy };
  try {
    return {
      policy,
      appConfigPath: appConfigPath(configPath, realpathSync(resolve(cwd, source.file))),
    };
  } catch {
    // From stdin or the web: it has no name of its own on this machine.
    return { policy };
  }
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
