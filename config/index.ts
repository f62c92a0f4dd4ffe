/** The configuration, without what few starts need: flags (`flags.ts`), explanations, help (`texts/`) and edits (`files/`). */
export { Config } from './config.js';
export { homeFolder, type ConfigInputs } from './layers/inputs.js';
export { appConfigPath } from './layers/app-file.js';
export { configPathIn } from './layers/file-layer.js';
export { saveFor, type ChangeData, type ConfigState, type FileData } from './transfer.js';
export type { PolicyText } from './layers/policy-layer.js';
export { ConfigLockedError, ConfigPermissionError, type ConfigProblem } from './problems.js';
export { MASK, withoutSecrets } from './texts/redact.js';
export { isSecretSetting, isSecretVariable } from './texts/secrets.js';
export type * from './types.js';
