/** Permissions that deserve a second look, and why. */
import { dirname } from 'node:path';
import { isSecretVariable } from '../../../config/texts/secrets.js';
import type { AiSetup } from './ai/endpoint.js';
import { isLoopback, isPrivateAddress, isPrivateName } from './grants/hosts.js';
import { containsHome, isInside } from './grants/paths.js';
import { runsAnything } from './grants/commands.js';
import type { EnvGrant, HostGrant, PathGrant, RunGrant, SwitchKind } from './types.js';

/** Files and folders of a home that hold keys, or that programs obey. */
const SECRETS =
  /^\.(ssh|gnupg|aws|azure|kube|docker|netrc|npmrc|pypirc|git-credentials|pgpass|password-store|mozilla|thunderbird|bash_history|zsh_history|vault-token)$|^\.config$|^\.local$|^Library$|^AppData$/i;

/** The first part of a path below the home, else undefined. */
function belowHome(path: string, home: string): string | undefined {
  if (!isInside(path, home) || path === home) return undefined;
  return path.slice(home.length).replace(/^\/+/, '').split('/')[0];
}

export function readDanger({ path }: PathGrant, home: string): string | undefined {
  if (dirname(path) === path) return 'every file on this machine';
  if (containsHome(path, home)) return 'all of your home folder';
  const part = belowHome(path, home);
  if (part !== undefined && SECRETS.test(part)) return 'may hold keys and passwords';
  if (/^\/(etc|proc|sys|dev|root|run|var\/run|boot)(\/|$)/.test(path)) return 'system files';
  return undefined;
}

export function writeDanger(grant: PathGrant, home: string): string | undefined {
  const { path } = grant;
  const danger = readDanger(grant, home);
  if (danger !== undefined) return danger;
  const part = belowHome(path, home);
  if (part?.startsWith('.') === true) return 'programs read their settings there';
  if (part !== undefined && /^(bin|Applications)$/.test(part))
    return 'programs are started from there';
  if (/^\/(bin|sbin|lib\w*|usr|opt|etc|var|Applications|System)(\/|$)/.test(path)) {
    return /^\/var\/(tmp|folders)\//.test(path) ? undefined : 'system files';
  }
  return undefined;
}

export function netDanger({ host, family, below }: HostGrant): string | undefined {
  if (family !== undefined && isLoopback(host)) return 'programs on this machine';
  if (family !== undefined && isPrivateAddress(host)) return 'machines in your network';
  if (family === undefined && isPrivateName(host)) {
    return below
      ? 'a whole top-level domain'
      : /localhost$/.test(host)
        ? 'programs on this machine'
        : 'machines in your network';
  }
  return undefined;
}

export function runDanger(grant: RunGrant): string {
  if (runsAnything(grant)) return 'it can run anything, with all your rights';
  return 'it runs outside the sandbox, with all your rights';
}

/** @param all every grant: another one may say of the same variable that it is a secret's */
export function envDanger({ name }: EnvGrant, all: readonly EnvGrant[]): string | undefined {
  const isSecret = all.some((each) => each.name === name && each.isSecret === true);
  return isSecret || isSecretVariable(name) ? 'it may hold a secret' : undefined;
}

/** What the user has to know of the service that an app would use. */
export function aiDanger(ai: AiSetup | undefined): string | undefined {
  const { endpoint } = ai ?? {};
  if (endpoint === undefined) return 'none is set up yet; you are asked again when one is';
  const { chosenBy, keyVariable, headers } = endpoint;
  if (chosenBy === 'policy') return 'the app has chosen it; your keys are not sent there';
  if (keyVariable !== undefined) return `its requests are billed to your key, ${keyVariable}`;
  return Object.keys(headers).length > 0 ? 'it is sent your ai.headers' : undefined;
}

export const SWITCH_DANGER: Readonly<Record<SwitchKind, string | undefined>> = {
  shader: undefined,
  clipboard: undefined,
  terminal: 'they can read what you type and draw anything',
  microphone: 'it can record what is said near this machine',
  ai: undefined,
  all: 'it can do everything that you can do',
};
