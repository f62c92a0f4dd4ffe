/** The manual page of `tui` and the reference page of its command line, from what its help says. */
import { readFile } from 'node:fs/promises';
import { formatted, sourceOf, table } from './page-tools.mjs';

/** @returns {Promise<Record<string, string>>} file contents by path from the project's folder */
export async function generate() {
  const declared = await sourceOf(
    'cli',
    `export * from './command-line/sections.ts';
     export { COMMANDS, RUN } from './commands/table.ts';
     export { PROPERTIES } from '../config/schema.ts';`,
  );
  const { version } = JSON.parse(await readFile('package.json', 'utf8'));
  return {
    'docs/reference/tui.1': manual(declared, version),
    ...(await formatted({ 'docs/reference/command-line.md': page(declared) })),
  };
}

function page({ mainSections, commandSections, COMMANDS, usage }) {
  const commands = COMMANDS.map((command) => {
    const parts = commandSections(command)
      // The same for each command, and stated once for all.
      .filter(({ title }) => title !== 'Permissions')
      .map(sectionText);
    return `## \`${usage(command)}\`\n\n${command.summary}.${command.permissions ? ' Accepts the [permissions](#permissions).' : ''}\n\n${parts.join('\n\n')}`;
  });
  const main = mainSections().map((section) => sectionText(section, '## '));
  return `# The command line

After this page you know every command and flag. \`tui --help\` and \`tui COMMAND --help\` print the same, \`man tui\` shows it as a manual page, and
\`tui completion\` teaches your shell. Settings have [a page of their own](configuration.md).
Of a flag that is repeated, and of a flag and its opposite (\`--persist\`, \`--no-persist\`), the last counts.

${main.join('\n\n')}

# Commands

${commands.join('\n\n')}
`;
}

function sectionText({ title, rows, kind, note }, level) {
  const isMain = level === '## ';
  const heading = isMain ? `## ${title}\n\n` : kind === 'terms' ? '' : 'Examples:\n\n';
  const body =
    kind === 'terms'
      ? table(
          [title === 'Exit codes' ? 'Code' : 'Written', 'Meaning'],
          rows.map(([left, right]) => [`\`${left}\``, escapeMarkdown(right)]),
        )
      : `\`\`\`sh\n${rows.map(([call, does]) => `${call}  # ${does}`).join('\n')}\n\`\`\``;
  return `${heading}${body}${note === undefined ? '' : `\n\n${note}`}`;
}

/** Descriptions name elements: `<help>` would be HTML. */
function escapeMarkdown(text) {
  return text.replace(/[<*_]/g, '\\$&');
}

function manual({ mainSections, commandSections, COMMANDS, usage, SUMMARY, PROPERTIES }, version) {
  const [synopsis, ...sections] = mainSections();
  const commands = COMMANDS.map((command) =>
    [
      `.SS ${roff(usage(command))}`,
      `${roff(command.summary)}.`,
      ...commandSections(command)
        .filter(({ title }) => title !== 'Permissions')
        .map(({ rows, kind }) =>
          kind === 'terms' ? manualRows(rows, kind) : `.PP\nExamples:\n${manualRows(rows, kind)}`,
        ),
    ].join('\n'),
  );
  const variables = [...PROPERTIES.values()].map(({ env, description }) => [env, description]);
  return [
    `.TH TUI 1 "" "tui ${version}" "User Commands"`,
    '.SH NAME',
    `tui \\- ${roff(SUMMARY)}`,
    '.SH SYNOPSIS',
    ...synopsis.rows.map(([call]) => `.B ${roff(call)}\n.br`),
    '.SH COMMANDS',
    ...commands,
    ...sections.map(({ title, rows, kind, note }) =>
      [
        `.SH ${roff(title.toUpperCase())}`,
        manualRows(rows, kind),
        ...(note === undefined ? [] : [`.PP\n${roff(note)}`]),
      ].join('\n'),
    ),
    '.SH ENVIRONMENT',
    manualRows(variables, 'terms'),
    '',
  ].join('\n');
}

function manualRows(rows, kind) {
  return rows
    .map(([left, right]) =>
      kind === 'terms'
        ? `.TP\n.B ${roff(left)}\n${roff(right)}`
        : `.TP\n${roff(left)}\n${roff(right)}`,
    )
    .join('\n');
}

/** Text for roff: hyphens that can be copied, and no line that is read as a request. */
function roff(text) {
  return text
    .replace(/\\/g, '\\e')
    .replace(/-/g, '\\-')
    .replace(/…/g, '\\&...')
    .replace(/^([.'])/, '\\&$1');
}
