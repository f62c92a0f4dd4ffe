/** The ways of confining an app to its grants, and the one that this machine offers. */
import { DiagnosticError, type Diagnostic } from '../../../../runtime/base/diagnostics.js';
import type { LauncherFile } from '../../policy/launcher-files.js';
import type { Policy } from '../../policy/policy.js';
import { launcherConflicts } from '../../policy/resolve.js';
import type { ConfinedKind, Permissions } from '../../policy/types.js';
import { probeBubblewrap, type Bubblewrap } from './probe.js';
import { remedyFor, thisMachine } from './remedy.js';

/**
 * `system`: the operating system enforces it. `node`: Node's permission model does, inside the process
 * that it limits. `none`: nothing does.
 */
type Enforcement = 'system' | 'node' | 'none';

export interface Tier {
  /** A: bubblewrap. B: Node 25.3 or later. C: an older Node alone. */
  readonly letter: 'A' | 'B' | 'C';
  readonly name: string;
  readonly enforces: Readonly<Record<ConfinedKind, Enforcement>>;
  /** How bubblewrap is called; tier A only. */
  readonly bubblewrap?: Bubblewrap | undefined;
  /** Why no better tier was taken, in a few words; undefined for A. */
  readonly reason?: string | undefined;
  /** What the user can do to get a better one; undefined for A. */
  readonly remedy?: string | undefined;
}

/** The variable that forces a tier, for specs and for looking at what another machine would do. */
const FORCE_VARIABLE = 'TUI_SANDBOX_TIER';

export interface TierChoice {
  readonly tier: Tier;
  /** A weaker tier than could be had was requested. */
  readonly warnings: readonly Diagnostic[];
  /** The same in a few words each, for the screen of a live app. */
  readonly notices: readonly string[];
}

export function nodeMajor(version = process.versions.node): number {
  return Number.parseInt(version, 10);
}

/**
 * Whether the permission model knows sockets: from 25 on, but for Unix sockets (CVE-2026-21636), which it
 * knows from 25.3 on. A system's daemons listen on those.
 */
export function limitsSockets(version = process.versions.node): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 25 || (major === 25 && minor >= 3);
}

function nodeTier(reason: string, remedy: string): Tier {
  // The environment is what the runner is started with, on every tier; programs cannot be started in it.
  if (limitsSockets()) {
    return {
      letter: 'B',
      name: `Node ${process.versions.node}'s permission model`,
      enforces: { read: 'node', write: 'node', net: 'node', run: 'node', env: 'node' },
      reason,
      remedy,
    };
  }
  return {
    letter: 'C',
    name: `Node ${process.versions.node}'s permission model, which does not restrict all sockets`,
    enforces: { read: 'node', write: 'node', net: 'none', run: 'node', env: 'node' },
    reason,
    remedy,
  };
}

/**
 * The best tier of this machine, or the forced one. A weaker tier than the best is reported; an unavailable one is an
 * error.
 */
export function chooseTier(env: NodeJS.ProcessEnv): TierChoice {
  const forced = env[FORCE_VARIABLE]?.toUpperCase();
  const probe = probeBubblewrap(env);
  const best: Tier = probe.works
    ? {
        letter: 'A',
        name: 'bubblewrap',
        enforces: {
          read: 'system',
          write: 'system',
          net: 'system',
          run: 'system',
          env: 'system',
        },
        bubblewrap: probe.bubblewrap,
      }
    : nodeTier(probe.reason, remedyFor(thisMachine(env)));
  if (forced === undefined || forced === '' || forced === best.letter) {
    return best.letter === 'C'
      ? { tier: best, warnings: [partial(best)], notices: [PARTIAL] }
      : { tier: best, warnings: [], notices: [] };
  }
  const tier =
    forced === 'A'
      ? undefined
      : nodeTier(`${FORCE_VARIABLE} is set`, `unset ${FORCE_VARIABLE} (tier ${best.letter})`);
  // C on a new Node would be a lie: it enforces more than that.
  if (tier === undefined || tier.letter !== forced) {
    const message = `${FORCE_VARIABLE}: this machine offers tier ${best.letter}, not ${forced.slice(0, 20)}`;
    throw new DiagnosticError([
      { severity: 'error', code: 'no-sandbox', message, suggestion: best.reason },
    ]);
  }
  const weakened: Diagnostic = {
    severity: 'warning',
    code: 'weak-sandbox',
    message: `${FORCE_VARIABLE} is set: the app runs in ${tier.name} (tier ${tier.letter}) although ${best.name} (tier ${best.letter}) works here`,
  };
  const notice = `Tier ${tier.letter}, not ${best.letter}: ${FORCE_VARIABLE}`;
  return tier.letter === 'C'
    ? { tier, warnings: [weakened, partial(tier)], notices: [notice, PARTIAL] }
    : { tier, warnings: [weakened], notices: [notice] };
}

const PARTIAL = 'The network is not limited (tier C)';

function partial({ name, reason = '', remedy }: Tier): Diagnostic {
  return {
    severity: 'warning',
    code: 'weak-sandbox',
    message: `this app's network access is not limited by Node or the system: it runs in ${name} (tier C: ${reason})`,
    suggestion: remedy,
  };
}

/**
 * Libraries of Node are loaded whenever it starts, by the launcher as well. Only tier A knows them: they are
 * mounted there.
 *
 * @throws DiagnosticError where the app could write one
 */
export function checkLibraries(
  { bubblewrap }: Tier,
  permissions: Permissions,
  policy?: Policy,
): void {
  if (bubblewrap === undefined || permissions.write.allow.length === 0) return;
  const files = bubblewrap.libraries.map(({ path }): LauncherFile => ({ path, type: 'program' }));
  const conflicts = launcherConflicts(permissions, files, policy);
  if (conflicts.length > 0) throw new DiagnosticError(conflicts);
}
