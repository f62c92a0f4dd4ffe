/**
 * The permissions of a policy: their JSON Schema for editors, and a page with each of them and its flags,
 * both from what the launcher itself reads policies and flags by.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { format, resolveConfig } from 'prettier';
import { policyConfigSchema } from './generate-config.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const SCHEMA = 'docs/reference/policy.schema.json';
const PAGE = 'docs/reference/permissions.md';

/** @returns {Promise<Record<string, string>>} file contents by path from the project's folder */
export async function generate() {
  const { POLICY_SCHEMA, PERMISSIONS_SCHEMA, PERMISSION_FLAGS } = await declarations();
  const { properties } = POLICY_SCHEMA;
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'The <policy> block of an app',
    ...POLICY_SCHEMA,
    properties: {
      ...properties,
      config: { ...properties.config, ...(await policyConfigSchema()) },
    },
  };
  const files = {
    [SCHEMA]: JSON.stringify(schema),
    [PAGE]: page(PERMISSIONS_SCHEMA, PERMISSION_FLAGS),
  };
  const made = Object.entries(files).map(async ([path, content]) => {
    const options = (await resolveConfig(root + path)) ?? {};
    return [path, await format(content, { ...options, filepath: path })];
  });
  return Object.fromEntries(await Promise.all(made));
}

/** Bundled for this call: what is declared now. */
async function declarations() {
  const result = await build({
    stdin: {
      contents: `export * from './policy.ts'; export { PERMISSION_FLAGS } from './flags.ts';`,
      resolveDir: `${root}cli/sandbox/policy`,
    },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    // jsonc-parser's CommonJS build hides its own files from bundlers.
    mainFields: ['module', 'main'],
  });
  const folder = await mkdtemp(join(tmpdir(), 'tui-generate-'));
  try {
    const file = join(folder, 'policy.mjs');
    await writeFile(file, result.outputFiles[0].contents);
    return await import(pathToFileURL(file).href);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function page({ properties }, flags) {
  const kinds = Object.entries(properties).map(([kind, { type, items, description }]) => [
    `\`${kind}\``,
    type === 'boolean' ? 'true or false' : listOf(items),
    description,
  ]);
  const options = flags.map(({ flag, value, description }) => [
    `\`${flag}${value === undefined ? '' : `[=${value}]`}\``,
    `${description}.`,
  ]);
  return `# Permissions reference

Generated from cli/sandbox/policy/policy.ts and cli/sandbox/policy/flags.ts. What they mean, what enforces them and
what is promised: [security](../security.md). For editors: [policy.schema.json](policy.schema.json).

## In a policy

${table(['Key of `permissions`', 'Value', 'Meaning'], kinds)}

## Flags

${table(['Flag', 'Meaning'], options)}
`;
}

function listOf({ type }) {
  return Array.isArray(type) ? 'list of texts, or of lists of texts' : 'list of texts';
}

function table(head, rows) {
  const line = (cells) => `| ${cells.map((cell) => cell.replace(/\|/g, '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
