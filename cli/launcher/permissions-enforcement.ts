/** What the tier of this machine enforces, as the prompt and `tui permissions` tell it. */
import type { Enforcement } from './permissions-types.js';
import type { Tier } from './tier.js';

export function enforcementOf({ letter, name, enforces }: Tier): Enforcement {
  return { tier: letter, by: name, levels: enforces };
}
