/** The configuration's public face. Flags are apart, in flags.ts: they load yargs. */
export { Config, type ConfigInputs, type LayerState } from './config.js';
export type { PolicyText } from './policy-layer.js';
export {
  configPath,
  explain,
  getText,
  userSchema,
  type ExplainedLayer,
  type ExplainOptions,
  type Explanation,
} from './explain.js';
export {
  flagCompletions,
  generateConfigHelp,
  generateEnvVarHelp,
  generateFlagHelp,
  type FlagCompletion,
} from './help.js';
export { ConfigLockedError, ConfigPermissionError, type ConfigProblem } from './problems.js';
export { INTERNAL_VARIABLES } from './schema.js';
export type * from './types.js';
