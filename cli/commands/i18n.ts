/** `tui i18n check`: the messages of apps, without running them. */
import { DiagnosticError, didYouMean, type Diagnostic } from '../../runtime/base/diagnostics.js';
import { pushAll } from '../../runtime/base/push-all.js';
import { checkMessages } from '../lint/check-messages.js';
import { agreedErrors } from '../sandbox/broker/compiler/agreed-errors.js';
import { loadGrants } from '../sandbox/launch/files/load-grants.js';
import { readableMessages } from '../sandbox/launch/files/messages-folder.js';
import { initConfig } from '../documents/settings.js';
import { isMarkdownName, noDocument } from '../documents/markdown-name.js';
import { readDocument } from '../documents/source.js';
import { usageError } from '../command-line/usage-error.js';
import { showDiagnostics } from './lint.js';
import type { Call } from './table.js';

const ACTIONS = ['check'];

export async function i18n(call: Call): Promise<number> {
  const { console, operands, options, permissions: flags } = call;
  const [action = '', ...files] = operands;
  if (!ACTIONS.includes(action)) {
    throw usageError(
      `"tui i18n" has no action "${action}"`,
      didYouMean(action, ACTIONS) ?? 'write tui i18n check FILE',
    );
  }
  const all: Diagnostic[] = [];
  for (const file of files) {
    try {
      const source = await readDocument(file, console);
      if (isMarkdownName(file)) {
        all.push(noDocument(file));
        continue;
      }
      const config = initConfig(call, source);
      const { diagnostics, resolved } = await loadGrants({
        source,
        appFile: file === '-' ? undefined : file,
        remote: undefined,
        flags,
        console,
        config,
      });
      const ofFolder = diagnostics.filter(({ code }) => code === 'cannot-read');
      const files = readableMessages(config, resolved.permissions, console.cwd);
      const found = [
        ...ofFolder.map((each) => ({ ...each, severity: 'error' as const })),
        ...checkMessages(source, { files, default: config.i18nDefaultLocale }),
      ];
      const { trust } = flags;
      pushAll(all, agreedErrors(found, { document: source, resolved, trust }));
    } catch (error) {
      if (!(error instanceof DiagnosticError)) throw error;
      pushAll(all, error.diagnostics);
    }
  }
  return showDiagnostics(console, all, options['json'] === true);
}
