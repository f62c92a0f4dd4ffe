/** Diagnostics of settings, with their layer and key, and the errors of saving. */
import { nameClass } from '../runtime/base/class-name.js';
import { DiagnosticError, type Diagnostic } from '../runtime/base/diagnostics.js';
import type { ConfigSource } from './types.js';

/** An invalid value in one layer. The value is ignored; the layers below still apply. */
export interface ConfigDiagnostic extends Diagnostic {
  readonly layer: ConfigSource;
  /** The key it is about, where it is about one. */
  readonly key?: string | undefined;
}

/** Saving is not allowed: by the policy, by the file system or by the sandbox. */
export class ConfigPermissionError extends Error {
  static {
    nameClass(this, 'ConfigPermissionError');
  }

  override readonly name = 'ConfigPermissionError';
  readonly code = 'not-permitted';
  constructor(
    /** The file or folder that may not be written. */
    readonly path: string,
    cause?: unknown,
  ) {
    super(
      `no permission to write ${path}: saving settings needs write permission for the folder of the configuration file`,
      { cause },
    );
  }
}

/** Another process has held the file for too long. */
export class ConfigLockedError extends Error {
  static {
    nameClass(this, 'ConfigLockedError');
  }

  override readonly name = 'ConfigLockedError';
  readonly code = 'locked';
  constructor(
    readonly path: string,
    owner: string,
  ) {
    super(`${path} is being written by ${owner}; nothing was saved`);
  }
}

/** A key for a message: in quotes, cut where it is longer than any key has reason to be. */
export function quotedKey(key: string): string {
  return `"${key.length > 80 ? `${key.slice(0, 79)}…` : key}"`;
}

/** One error, thrown. */
export function fail(code: string, message: string, suggestion?: string): never {
  throw new DiagnosticError([{ severity: 'error', code, message, suggestion }]);
}

/** At most this many problems of one layer are kept; the last one states how many more there were. */
const MAX_DIAGNOSTICS = 100;

/** Collects problems, so that a file of a million unknown keys is not a million warnings. */
export class ConfigDiagnostics {
  readonly #kept: ConfigDiagnostic[] = [];
  #more = 0;

  constructor(readonly layer: ConfigSource) {}

  /** No more will be kept: callers can spare the work of finding suggestions. */
  get full(): boolean {
    return this.#kept.length >= MAX_DIAGNOSTICS;
  }

  add(diagnostic: Omit<ConfigDiagnostic, 'layer'>): void {
    if (this.full) this.#more++;
    else this.#kept.push({ ...diagnostic, layer: this.layer });
  }

  list(): readonly ConfigDiagnostic[] {
    if (this.#more === 0) return this.#kept;
    const message = `${this.#more} more problems are not listed`;
    return [
      ...this.#kept,
      { severity: 'warning', code: 'more-problems', message, layer: this.layer },
    ];
  }
}
