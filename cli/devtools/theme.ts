/** The theme of the dock: the user's, if it is a built-in one. A file of an app's policy is not read for it. */
import type { Config } from '../../config/index.js';
import { configuredTheme } from '../../runtime/app/read-theme-file.js';
import { getTheme } from '../../runtime/style/themes/themes.js';

export function dockTheme(config: Config): string {
  const requested = configuredTheme(config);
  return getTheme(requested) === undefined ? 'auto' : requested;
}
