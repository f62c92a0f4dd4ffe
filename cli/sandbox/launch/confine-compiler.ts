/** The compiler as the tier of this machine has it. To be called before anything of an app is compiled. */
import { confineEsbuild } from '../broker/compiler/confine.js';
import { chooseTier } from './tier/tier.js';

export function confineCompiler(env: NodeJS.ProcessEnv): void {
  confineEsbuild(chooseTier(env).tier.bubblewrap);
}
