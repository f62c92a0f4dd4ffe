/** A home folder, an environment and a command line that are a spec's own. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Config } from '../../../config/config.js';
import type { ConfigInputs } from '../../../config/layers/inputs.js';
import { parseCliFlags } from '../../../cli/command-line/arguments.js';
import type { Layer, Sample } from './keys.js';
import { nested } from './keys.js';

export class World {
  readonly home = mkdtempSync(join(tmpdir(), 'tui-config-'));
  readonly path = join(this.home, '.config', 'tui', 'config.json');
  readonly env: Record<string, string> = {};
  policy: string | undefined;
  args: string[] = [];

  writeFile(text: string): void {
    mkdirSync(dirname(this.path), { recursive: true });
    writeFileSync(this.path, text);
  }

  readFile(): string {
    return readFileSync(this.path, 'utf8');
  }

  /** Sets a key in one layer the way a user does. */
  write(layer: Layer, key: string, env: string, sample: Sample): void {
    if (layer === 'policy')
      this.policy = JSON.stringify({ config: nested({ [key]: sample.value }) });
    else if (layer === 'file') this.writeFile(JSON.stringify(nested({ [key]: sample.value })));
    else if (layer === 'env') this.env[env] = sample.env;
    else this.args = [...sample.args, 'app.tui'];
  }

  /** The policy block inside a whole file, as a launcher hands it over. */
  get policyText(): ConfigInputs['policy'] {
    if (this.policy === undefined) return undefined;
    const head = '<tui>\n  <policy>';
    const text = `${head}${this.policy}</policy>\n</tui>\n`;
    const file = join(this.home, 'apps', 'app.tui');
    return { text: this.policy, source: { file, text }, offset: head.length };
  }

  get inputs(): ConfigInputs {
    return {
      env: this.env,
      home: this.home,
      cwd: join(this.home, 'work'),
      policy: this.policyText,
      cliFlags: parseCliFlags(this.args).flags,
    };
  }

  config(inputs: Partial<ConfigInputs> = {}): Config {
    return new Config({ ...this.inputs, ...inputs });
  }

  clear(): void {
    this.policy = undefined;
    this.args = [];
    for (const name of Object.keys(this.env)) Reflect.deleteProperty(this.env, name);
    rmSync(dirname(this.path), { recursive: true, force: true });
  }

  remove(): void {
    rmSync(this.home, { recursive: true, force: true });
  }
}
