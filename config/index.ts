/** The public interface of the configuration. Flags, explanations, help and edits of files are apart: few starts load them. */
export { Config } from './config.js';
export type { ConfigInputs } from './layers/inputs.js';
export { appConfigPath } from './layers/app-file.js';
export { configPathIn } from './layers/file-layer.js';
export { saveFor, type ChangeData, type ConfigState, type FileData } from './transfer.js';
export type { PolicyText } from './layers/policy-layer.js';
export { ConfigLockedError, ConfigPermissionError, type ConfigDiagnostic } from './diagnostics.js';
export { MASK, withoutSecrets } from './texts/redact.js';
export { isSecretSetting, isSecretVariable } from './texts/secrets.js';
export type * from './types.js';
