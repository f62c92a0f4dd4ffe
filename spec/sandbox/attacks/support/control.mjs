/**
 * The control: the same app without a sandbox, in the library. A process in front of it stands for the
 * launcher: it has the secret environment, two sockets to its child, and waits.
 *
 * control.mjs MAIN APP.tui
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [main, file, role] = process.argv.slice(2);
if (role !== 'app') {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', fileURLToPath(import.meta.url), main, file, 'app'],
    { stdio: ['inherit', 'inherit', 'inherit', 'pipe', 'pipe'] },
  );
  // It says yes to everything: nobody looks at what is asked.
  for (const fd of [3, 4]) child.stdio[fd].on('error', () => undefined).resume();
  child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)));
} else {
  const { createApp, Config } = await import(join(dirname(main), 'library.js'));
  const text = readFileSync(file, 'utf8');
  const { config, configSchema } = JSON.parse(/<policy>(.*?)<\/policy>/s.exec(text)[1]);
  Config.init({ policyConfig: config, configSchema });
  const app = createApp(text, { file, config: Config.get() });
  await app.load();
  process.exit(0);
}
