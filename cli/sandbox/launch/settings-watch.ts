/** Watches the user's file while an app runs: the launcher reads it and sends changes to the runner. */
import type { Config, ConfigDiagnostic } from '../../../config/index.js';
import { DiagnosticError, formatPlace, type Source } from '../../../runtime/base/diagnostics.js';
import type { Channel } from '../channel/channel.js';
import type { SettingsChange } from '../channel/task.js';

export interface WatchInputs {
  readonly config: Config;
  readonly channel: Channel;
  /** The theme's file, where the user has chosen one. @throws DiagnosticError */
  readonly theme: () => Source | undefined;
}

/** Returns a function that ends it. */
export function watchSettings(inputs: WatchInputs): () => void {
  return inputs.config.watch((diagnostics) => sendSettings(inputs, diagnostics));
}

/** Sends the current values of the files of settings. */
export function sendSettings(
  { config, channel, theme }: WatchInputs,
  diagnostics: readonly ConfigDiagnostic[] = [],
): void {
  const messages = diagnostics.map(({ source, span, message }) =>
    `${formatPlace(source, span)} ${message}`.trim(),
  );
  let found: Source | undefined;
  try {
    found = theme();
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    messages.push(...error.diagnostics.map(({ message }) => message));
  }
  const change: SettingsChange = { file: config.fileState(), theme: found, messages };
  channel.notify('settings', change);
}
