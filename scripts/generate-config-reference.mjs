/** The page docs/reference/configuration.md, one section a category and one table row a key. */

/** The calls that read a key, as they are written. */
const CALLS = { live: '`tui FILE`', paint: '`tui FILE`', snapshot: '`tui snapshot`' };

/**
 * @param {Record<string, any>} properties
 * @param {{ expectedText(property: any): string, oppositeFlag(property: any): string | undefined, INTERNAL_VARIABLES: readonly string[] }} derive
 */
export function configurationReference(properties, derive) {
  const categories = new Map();
  for (const [key, property] of Object.entries(properties)) {
    const keys = categories.get(property.category) ?? [];
    keys.push([key, property]);
    categories.set(property.category, keys);
  }
  return `# Configuration reference

Generated from config/schema.json. How the layers work together: [configuration](../configuration.md).

A value comes from the highest layer that sets it: default < policy < file < env < cli. A flag takes its
value as \`--flag value\` or \`--flag=value\`. A variable or flag marked *inverted* says the opposite of its
key: \`TUI_NO_SYNC=1\` makes \`terminal.syncRendering\` false. Booleans are written as 1/0, true/false, yes/no
or on/off. A key that nothing reads yet is parsed, checked and explained; setting it is a warning.

*Set by*: \`user\` is you, by flag, variable and file; \`policy\` is the \`config\` of an app's policy block, \`app\` its
scripts, by \`$tui.config.set\` and \`save\`. What another one sets is refused. Where \`app\` is missing tui itself acts on
the key; what a policy sets of these is shown in the question that the app starts with.

${[...categories].map(([category, keys]) => section(category, keys, derive)).join('\n')}
## Variables outside the configuration

The key of the AI service is read from its own environment variable only and is never part of the
configuration. \`TUI_CONFIG\` names the file of settings, \`TUI_CODE_CACHE\` the folder in which tui keeps its own compiled code, or is
\`off\`; \`TUI_SANDBOX_TIER\` makes apps run on a weaker tier of the sandbox. tui itself sets the other variables of its own.
`;
}

function section(category, keys, derive) {
  const rows = keys.map(([key, property]) => {
    const opposite = derive.oppositeFlag(property);
    const cells = [
      `\`${key}\``,
      derive.expectedText(property),
      defaultText(property),
      `\`${property.env}\`${property.envInverted ? ' (inverted)' : ''}`,
      `\`${property.flag}\`${property.flagInverted ? ' (inverted)' : ''}${opposite ? `, \`${opposite}\`` : ''}`,
      property.setBy.join(', '),
      `${property.description}${notes(property)}`,
      property.readBy.length === 0
        ? 'nothing yet'
        : [...new Set(property.readBy.map((reader) => CALLS[reader]))].join(', '),
    ];
    return `| ${cells.map((cell) => cell.replace(/\|/g, '\\|')).join(' | ')} |`;
  });
  return `## ${category}

| Key | Value | Default | Variable | Flag | Set by | Meaning | Read by |
|---|---|---|---|---|---|---|---|
${rows.join('\n')}
`;
}

function defaultText(property) {
  if (property.defaultText !== undefined) return property.defaultText;
  if (property.default === undefined) return 'unset';
  return `\`${typeof property.default === 'string' ? property.default : JSON.stringify(property.default)}\``;
}

function notes(property) {
  const said = [];
  if (property.secret) said.push('Secret: never shown.');
  if (property.envFormat) said.push(`In a variable or flag: \`${property.envFormat}\`.`);
  if (property.ignoreCase) said.push('Case does not matter in a variable or flag.');
  if (property.format === 'path' && property.enum === undefined) said.push('A path.');
  return said.map((text) => ` ${text}`).join('');
}
