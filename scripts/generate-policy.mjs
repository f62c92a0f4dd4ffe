/**
 * The permissions of a policy: their JSON Schema for editors, and a page with each of them and its flags,
 * both from what the launcher itself reads policies and flags by.
 */
import { policyConfigSchema } from './generate-config.mjs';
import { formatted, sourceOf, table } from './page-tools.mjs';

const SCHEMA = 'docs/reference/policy.schema.json';
const PAGE = 'docs/reference/permissions.md';

/** @returns {Promise<Record<string, string>>} file contents by path from the project's folder */
export async function generate() {
  const { POLICY_SCHEMA, PERMISSIONS_SCHEMA, PERMISSION_FLAGS } = await sourceOf(
    'cli/sandbox/policy',
    `export * from './policy.ts'; export { PERMISSION_FLAGS } from './flags.ts';`,
  );
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
  return await formatted(files);
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

After this page you can write the permissions of a \`<policy>\`, and grant or deny them by flags. What enforces them and what is
promised: [security](../security.md). For editors: [policy.schema.json](policy.schema.json).

## In a policy

${table(['Key of `permissions`', 'Value', 'Meaning'], kinds)}

## Flags

${table(['Flag', 'Meaning'], options)}
`;
}

function listOf({ type }) {
  return Array.isArray(type) ? 'list of texts, or of lists of texts' : 'list of texts';
}
