/** Names of keys that can be set for commands of apps: `keys.notes.save`. For completion. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { MarkupElement, MarkupNode } from '../../runtime/markup/nodes.js';
import { parseMarkup } from '../../runtime/markup/parse.js';
import { jsonValue, parseJsonTree } from '../../runtime/base/json/json.js';

const ENDING = '.tui';
/** Apps of a folder that are read, and the bytes of one. */
const MAX_APPS = 100;
const MAX_BYTES = 1_000_000;
/** What a shell neither splits nor expands, and what needs no quotes in a key. */
const PLAIN = /^[A-Za-z0-9_-]+$/;

/** @param chosen the keys that the configuration has, by app and command */
export function commandKeys(
  folder: string,
  chosen: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
): readonly string[] {
  const names = new Set<string>();
  const add = (app: string, ids: readonly string[]): void => {
    const isPlain = app === '*' || PLAIN.test(app);
    for (const id of ids) if (isPlain && PLAIN.test(id)) names.add(`keys.${app}.${id}`);
  };
  for (const [app, ids] of Object.entries(chosen)) add(app, Object.keys(ids));
  for (const file of appsIn(folder)) {
    const { name, ids } = readCommands(file);
    add(name, ids);
  }
  return [...names].sort();
}

function appsIn(folder: string): readonly string[] {
  try {
    const files = readdirSync(folder).filter((name) => name.endsWith(ENDING));
    return files.slice(0, MAX_APPS).map((name) => join(folder, name));
  } catch {
    return [];
  }
}

/** The name that an app has in the setting, and the ids of its commands; nothing runs. */
function readCommands(file: string): { readonly name: string; readonly ids: readonly string[] } {
  const ids: string[] = [];
  let name = basename(file, ENDING);
  for (const { name: tag, attributes, children } of elementsOf(textOf(file))) {
    if (tag === 'command') ids.push(attributes.find((each) => each.name === 'id')?.value ?? '');
    if (tag === 'policy') name = policyName(children) ?? name;
  }
  return { name, ids };
}

/** Empty where it cannot be read: what completes reports nothing. */
function textOf(file: string): string {
  try {
    const status = statSync(file);
    return status.isFile() && status.size <= MAX_BYTES ? readFileSync(file, 'utf8') : '';
  } catch {
    return '';
  }
}

function* elementsOf(text: string): Iterable<MarkupElement> {
  const stack: MarkupNode[] = [...parseMarkup({ file: '', text }).nodes].reverse();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.type !== 'element') continue;
    yield node;
    for (const child of [...node.children].reverse()) stack.push(child);
  }
}

function policyName(children: readonly MarkupNode[]): string | undefined {
  const text = children.map((child) => (child.type === 'text' ? child.data : '')).join('');
  const parsed = parseJsonTree(text);
  const value: unknown = parsed.ok ? jsonValue(parsed.tree) : undefined;
  const name = (value as { readonly name?: unknown } | undefined)?.name;
  return typeof name === 'string' && name.trim() !== '' ? name : undefined;
}
