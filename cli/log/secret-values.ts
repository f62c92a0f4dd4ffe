/** Values that settings and variables declare or name as secrets, masked wherever they are logged. */
import { isSecretVariable, withoutSecrets, MASK, type Config } from '../../config/index.js';

/** Shorter values are words and figures that occur in any text. */
const MIN_LENGTH = 4;

/** Masks the secrets in a text. Follows the configuration. */
export class SecretValues {
  #values: readonly string[] | undefined;
  readonly #stop: () => void;

  readonly #config: Config;
  readonly #env: Readonly<Record<string, string | undefined>>;

  /** @param env variables that the app is granted */
  constructor(config: Config, env: Readonly<Record<string, string | undefined>> = {}) {
    this.#config = config;
    this.#env = env;

    this.#stop = config.onChange(() => (this.#values = undefined));
  }

  mask(text: string): string {
    this.#values ??= this.#read();
    let shown = text;
    for (const value of this.#values) {
      if (shown.includes(value)) shown = shown.replaceAll(value, MASK);
    }
    return withoutSecrets(shown);
  }

  close(): void {
    this.#stop();
  }

  /** The longest first: one may contain another. */
  #read(): string[] {
    const found = new Set<string>();
    const add = (value: unknown): void => {
      if (typeof value === 'string' && value.length >= MIN_LENGTH) {
        for (const form of formsOf(value)) found.add(form);
      } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(add);
    };
    const config = this.#config;
    const own = config.getAppKeys().map(({ key }) => key);
    for (const key of [...config.getKeys(), ...own, ...config.getCustomKeys()]) {
      if (config.isSecret(key)) add(config.getValue(key));
    }
    for (const [name, value] of Object.entries(this.#env)) {
      if (isSecretVariable(name)) add(value);
    }
    return [...found].sort((a, b) => b.length - a.length);
  }
}

/** As it is, within JSON or an inspected object, and within an address. */
function formsOf(value: string): string[] {
  return [value, JSON.stringify(value).slice(1, -1), encoded(value)];
}

function encoded(value: string): string {
  try {
    return encodeURIComponent(value);
  } catch {
    // A lone surrogate.
    return value;
  }
}
