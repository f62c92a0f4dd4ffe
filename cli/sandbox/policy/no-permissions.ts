/** The permissions of no app: of what this process does for its user alone. */
import type { Permissions, Rules, Switch } from './types.js';

const RULES: Rules<never> = { everything: undefined, allow: [], nothing: false, deny: [] };
const OFF: Switch = { granted: false, origin: undefined, denied: false };

export const NO_PERMISSIONS: Permissions = {
  read: RULES,
  write: RULES,
  net: RULES,
  run: RULES,
  env: RULES,
  oauth: RULES,
  shader: OFF,
  clipboard: OFF,
  terminal: OFF,
  microphone: OFF,
  ai: OFF,
  all: OFF,
};
