/** An error of a setting that only its reader can find, with the place where it is set. */
import type { Config } from '../../../config/index.js';
import type { Diagnostic } from '../../../runtime/base/diagnostics.js';

/** With file, line and column, or with the flag or variable that sets it. */
export function createSettingError(
  config: Pick<Config, 'getOrigin' | 'excerptOf'>,
  key: string,
  message: string,
  suggestion: string | undefined,
): Diagnostic {
  const base = { severity: 'error', code: 'bad-value', suggestion } as const;
  const { source, place } = config.getOrigin(key) ?? {};
  if (place === undefined) return { ...base, message };
  return source === 'file' || source === 'policy'
    ? { ...base, message, ...(config.excerptOf(key) ?? { source: { file: place, text: '' } }) }
    : { ...base, message: `${message}; it is set by ${place}` };
}
