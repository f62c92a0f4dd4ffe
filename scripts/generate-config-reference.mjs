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

After this page you can set every setting, by file, variable and flag. How the layers work together: [configuration](../configuration.md).

A value comes from the highest layer that sets it: default < policy < file < env < cli. Write a flag's value as
\`--flag value\` or \`--flag=value\`. A variable or flag marked *inverted* is the opposite of its key: \`TUI_NO_SYNC=1\`
makes \`terminal.syncRendering\` false. Write booleans as 1/0, true/false, yes/no or on/off. A key that nothing reads
yet is parsed, checked and explained; setting it logs a warning.

*Set by*: \`user\` means flags, variables and the configuration file; \`policy\` means \`config\` in an app's policy block;
\`app\` means its scripts, by \`$tui.config.set\` and \`save\`. Values from other sources are refused. Keys without \`app\` affect
tui itself: if a policy sets one, the prompt at the start of the app shows it.

${[...categories].map(([category, keys]) => section(category, keys, derive)).join('\n')}
## Variables outside the configuration

The key of the AI service is read from its own environment variable only and is never part of the
configuration. \`TUI_CONFIG\` is the path of the configuration file. \`TUI_CODE_CACHE\` is the folder for compiled code of tui itself,
which has to be in the \`dist\` folder of tui's package, or \`off\`. \`TUI_SANDBOX_TIER\` runs apps on a weaker tier of the sandbox. tui sets its other variables itself.
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
      [...new Set(property.readBy.map((reader) => CALLS[reader]))].join(', '),
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
  const notes = [];
  if (property.secret) notes.push('Secret: never shown.');
  if (property.envFormat) notes.push(`In a variable or flag: \`${property.envFormat}\`.`);
  if (property.ignoreCase) notes.push('Case does not matter in a variable or flag.');
  if (property.format === 'path' && property.enum === undefined) notes.push('A path.');
  return notes.map((text) => ` ${text}`).join('');
}
