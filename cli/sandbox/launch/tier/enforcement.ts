/** The enforcement of this machine's tier, as the prompt and `tui permissions` describe it. */
import type { Enforcement } from '../../policy/types.js';
import type { Tier } from './tier.js';

export function enforcementOf({ letter, name, enforces, remedy }: Tier): Enforcement {
  // The short name: the list states what is not enforced, kind by kind.
  const by = letter === 'A' ? name : `Node ${process.versions.node.split('.')[0] ?? ''}`;
  return { tier: letter, by, levels: enforces, remedy };
}
