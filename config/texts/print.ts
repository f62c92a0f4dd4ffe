/** The output of `--print-config`: the merged configuration with the source of each value. */
import { basename } from 'node:path';
import { printable } from '../../runtime/base/diagnostics.js';
import { shownValue } from './redact.js';
import { PROPERTIES } from '../schema.js';
import type { AppKey, ConfigOrigin, ConfigSource } from '../types.js';

/** What printing needs of a Config. */
export interface Printed {
  readonly configPath: string;
  readonly configExists: boolean;
  getValue(key: string): unknown;
  getOrigin(key: string): ConfigOrigin | undefined;
  isSecret(key: string): boolean;
  getAppKeys(): readonly AppKey[];
  getCustomKeys(): string[];
}

export const PRIORITY = 'default < policy < file < env < cli';

export function configText(config: Printed): string {
  const title = 'tui configuration';
  const lines = [
    title,
    '='.repeat(title.length),
    '',
    `Config file: ${printable(config.configPath)}`,
    config.configExists ? '(the file exists)' : '(the file does not exist)',
    '',
    `Priority: ${PRIORITY}`,
  ];
  for (const [heading, entries] of sections(config)) {
    lines.push('', `[${printable(heading)}]`, ...entries);
  }
  return `${lines.join('\n')}\n`;
}

function sections(config: Printed): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const add = (heading: string, line: string): void => {
    const lines = found.get(heading) ?? [];
    lines.push(line);
    found.set(heading, lines);
  };
  for (const [key, property] of PROPERTIES) {
    const origin = config.getOrigin(key);
    const atDefault = origin === undefined || origin.source === 'default';
    const secret = config.isSecret(key) && !atDefault;
    const unset = property.defaultText === undefined ? '(unset)' : `(${property.defaultText})`;
    const value = origin === undefined ? unset : shownValue(config.getValue(key), secret);
    const note = atDefault
      ? `(${property.flag}, ${property.env})`
      : annotation(origin, config.configPath);
    add(property.category, `${key} = ${value} ${note}`);
  }
  const apps = config.getAppKeys();
  for (const app of apps) {
    add(appHeading(app.key), appLine(config, app.key, app));
  }
  for (const key of config.getCustomKeys()) {
    add(appHeading(key), appLine(config, key, undefined));
  }
  return found;
}

function appLine(config: Printed, key: string, app: AppKey | undefined): string {
  const origin = config.getOrigin(key);
  const parts = [
    `${printable(key)} = ${shownValue(config.getValue(key), origin !== undefined && config.isSecret(key))}`,
  ];
  if (origin !== undefined && origin.source !== 'default') {
    parts.push(annotation(origin, config.configPath));
  }
  if (app?.env !== undefined) parts.push(`(${app.env})`);
  return parts.join(' ');
}

function annotation({ source, place }: ConfigOrigin, configPath: string): string {
  const names: Partial<Record<ConfigSource, string>> = {
    file: basename(configPath),
    policy: 'policy',
    runtime: 'runtime',
  };
  return `<- ${printable(names[source] ?? place)}`;
}

/** A category of the schema where the key's first part is one of its sections, else that part itself. */
function appHeading(key: string): string {
  const dot = key.indexOf('.');
  if (dot < 0) return 'General (app)';
  const section = key.slice(0, dot + 1);
  const known = [...PROPERTIES].find(([name]) => name.startsWith(section))?.[1].category;
  return `${known ?? section.slice(0, 1).toUpperCase() + section.slice(1, -1)} (app)`;
}
