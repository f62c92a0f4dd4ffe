/** The public interface of the configuration. Flags are apart, in flags.ts: they load yargs. */
export { Config } from './config.js';
export { homeFolder, type ConfigInputs } from './layers/inputs.js';
export { appConfigPath } from './layers/app-file.js';
export { configPathIn } from './layers/file-layer.js';
export { makeFile, setInFile, unsetInFile } from './files/change.js';
export { saveFor, type ChangeData, type ConfigState, type FileData } from './transfer.js';
export type { PolicyText } from './layers/policy-layer.js';
export {
  changedText,
  configJson,
  configPath,
  configPathJson,
  explain,
  getJson,
  getText,
  userSchema,
  type ConfigJson,
  type Explanation,
} from './texts/explain.js';
export { generateConfigHelp, generateEnvVarHelp, generateFlagHelp } from './texts/help.js';
export { ConfigLockedError, ConfigPermissionError, type ConfigProblem } from './problems.js';
export { MASK, withoutSecrets } from './texts/redact.js';
export { isSecretSetting, isSecretVariable } from './texts/secrets.js';
export type * from './types.js';
