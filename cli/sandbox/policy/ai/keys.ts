/**
 * The keys of AI services: removed from the environment before anything is started for an app, and kept here.
 */

/**
 * Values of variables that nothing else of this process, and nothing that it starts, finds any more. They are in private
 * fields, so that no message, log or report of an object shows them.
 */
export class KeyRing {
  readonly #values = new Map<string, string>();

  /** Takes the variables out of `env`. A second call finds them where the first has put them. */
  take(env: NodeJS.ProcessEnv, variables: readonly string[]): void {
    for (const name of variables) {
      const value = env[name];
      if (value === undefined) continue;
      if (value.trim() !== '') this.#values.set(name, value.trim());
      Reflect.deleteProperty(env, name);
    }
  }

  get(variable: string): string | undefined {
    return this.#values.get(variable);
  }

  /** True if a key exists, here or still in `env`. */
  has(env: NodeJS.ProcessEnv, variable: string): boolean {
    return this.#values.has(variable) || (env[variable] ?? '').trim() !== '';
  }
}

const rings = new WeakMap<NodeJS.ProcessEnv, KeyRing>();

/** The keys that were taken out of this environment. */
export function keyRingOf(env: NodeJS.ProcessEnv): KeyRing {
  let ring = rings.get(env);
  if (ring === undefined) rings.set(env, (ring = new KeyRing()));
  return ring;
}
