/**
 * The resolved permissions of an app: plain data, so that it can be shown, stored and sent to the runner.
 *
 * Every kind has grants and denials. A denial beats every grant, whatever its source and however exact it is.
 */

/** Kinds with a list of what is granted. */
export const LIST_KINDS = ['read', 'write', 'net', 'run', 'env', 'oauth'] as const;
/** Kinds that are granted or not. `all` represents every kind. */
export const SWITCH_KINDS = ['shader', 'clipboard', 'terminal', 'microphone', 'ai', 'all'] as const;

export type ListKind = (typeof LIST_KINDS)[number];
/** Kinds that what confines the process enforces. The launcher alone has tokens, and sends them nowhere else. */
export type ConfinedKind = Exclude<ListKind, 'oauth'>;
export type SwitchKind = (typeof SWITCH_KINDS)[number];
export type PermissionKind = ListKind | SwitchKind;

/** Who granted it: the default for every app, its policy block, its configSchema, or the user's flag. */
export type Origin = 'default' | 'policy' | 'configSchema' | 'flag';

export interface Grant {
  /** As its author wrote it. Not to be shown unsanitised. */
  readonly written: string;
  readonly origin: Origin;
}

export interface PathGrant extends Grant {
  /** Absolute, symlinks resolved. */
  readonly path: string;
  /** `missing`: there is nothing at the path yet; only a `write` can make something of it. */
  readonly type: 'folder' | 'file' | 'missing';
  /** Code that tui loads, in a folder that the app may write: the system's mounts keep it as it is. */
  readonly isOwnCode?: boolean | undefined;
  /** The folder of tui's settings: to write it means `$tui.config.save`, and no access to files. */
  readonly isSettings?: boolean | undefined;
}

export interface HostGrant extends Grant {
  /** Canonical: lower case, punycode, no trailing dot, no brackets; IPv4 dotted, IPv6 as RFC 5952 has it. */
  readonly host: string;
  /** `*.host`: names below it, of any depth, and not the host itself. */
  readonly below: boolean;
  /** Absent: every port. */
  readonly port?: number;
  /** 4 or 6 where `host` is an address. */
  readonly family?: 4 | 6;
}

export interface RunGrant extends Grant {
  /** Absolute path of the program, its folder's symlinks resolved; '' where it was not found. */
  readonly path: string;
  /** The file that `path` leads to. */
  readonly real: string;
  /** What the arguments must begin with; `*` represents any one argument. */
  readonly args: readonly string[];
  /** Nothing may follow `args`. */
  readonly exact: boolean;
}

export interface EnvGrant extends Grant {
  readonly name: string;
  /** It sets a key of the app's that holds a secret. */
  readonly isSecret?: boolean | undefined;
}

export interface Rules<G extends Grant> {
  /** Everything of the kind is granted (a bare `--allow-read`), by whom. */
  readonly everything: Origin | undefined;
  readonly allow: readonly G[];
  /** Everything of the kind is denied (a bare `--deny-read`). */
  readonly nothing: boolean;
  readonly deny: readonly G[];
}

export interface Switch {
  readonly granted: boolean;
  /** Who granted it; undefined if it is not granted. */
  readonly origin: Origin | undefined;
  /** A flag denies it. */
  readonly denied: boolean;
}

export interface Permissions {
  readonly read: Rules<PathGrant>;
  /** What may be written may be read too: no tier can distinguish the two for certain. */
  readonly write: Rules<PathGrant>;
  readonly net: Rules<HostGrant>;
  readonly run: Rules<RunGrant>;
  readonly env: Rules<EnvGrant>;
  /** Hosts that the token of who has signed in is sent to. */
  readonly oauth: Rules<HostGrant>;
  readonly shader: Switch;
  readonly clipboard: Switch;
  /** To hand the terminal to programs that it may run. */
  readonly terminal: Switch;
  /** To record sound, while the terminal shows that. */
  readonly microphone: Switch;
  readonly ai: Switch;
  readonly all: Switch;
}

/** One thing that is granted beyond the default, in a form that can be compared and stored. */
export interface RequestedGrant {
  readonly kind: PermissionKind;
  /** Canonical: `/real/path/`, `example.com:443`, `/usr/bin/git log`, `HOME`; '' for a switch, `*` for everything. */
  readonly value: string;
  readonly written: string;
  /** Why the user should look twice; undefined without a particular reason. */
  readonly danger: string | undefined;
  /** It is `$tui.config.save` that is requested, not the folder's files. */
  readonly isSettings?: boolean | undefined;
  /**
   * A variable of configSchema that is not set and is not a secret's: where the user cannot be asked, the app starts
   * without it, as it would have nothing of it either way.
   */
  readonly isUnset?: boolean | undefined;
}

/** A setting of the policy that tui itself acts on: a file that it writes, an address that it goes to. */
export interface PolicySetting {
  readonly key: string;
  /** As text: secrets masked, paths absolute. Not to be shown unsanitised. */
  readonly value: string;
}

/**
 * What enforces a permission on this machine. `system`: the operating system. `node`: Node's
 * permission flags, a guard without the system's help. `none`: nothing but the app's own good will.
 */
export type EnforcementLevel = 'system' | 'node' | 'none';

export interface Enforcement {
  /** A: bubblewrap. B: Node 25.3 or later. C: an older Node alone. */
  readonly tier: 'A' | 'B' | 'C';
  /** What enforces it, for people: `bubblewrap`, `Node 25`. */
  readonly by: string;
  readonly levels: Readonly<Record<ConfinedKind, EnforcementLevel>>;
  /** What the user can do to get a better tier; undefined for A. */
  readonly remedy?: string | undefined;
}

/** What an app is made of: its document and every file that becomes part of its code. */
export interface AppContent {
  /** SHA-256 as hexadecimal text, over names and bytes, and over where each import leads. */
  readonly hash: string;
  /** SHA-256 of each file by its name: a real path, or an address. */
  readonly files: ReadonlyMap<string, string>;
}

/** Names of files that differ between two contents. */
export interface ContentChange {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/** What an approval is for. */
export interface Subject {
  /** Real path of the app's file, or the address of one from the web. */
  readonly id: string;
  /** Of an app from the web: the hash of its content, all imports included. */
  readonly hash?: string | undefined;
}
