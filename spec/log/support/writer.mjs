/**
 * Logs numbered lines through the log's own file.
 * Run: node writer.mjs <bundle of cli/log/log-file.ts> <config bundle> <log file> <writer> <lines> <MB a file> <files>
 */
import { homedir } from 'node:os';

const [bundle, configBundle, path, writer, lines, maxSize, maxFiles] = process.argv.slice(2);
const { openLogFile } = await import(bundle);
const { Config } = await import(configBundle);
const config = new Config({
  env: {},
  cwd: '/',
  home: '/nonexistent',
  cliFlags: {
    'log.file': path,
    'log.maxSize': Number(maxSize),
    'log.maxFiles': Number(maxFiles),
    // Both formats in one file, as two apps may have it.
    'log.format': Number(writer) % 2 === 0 ? 'text' : 'json',
  },
});
const file = openLogFile(config, {
  app: `/app-${writer}.tui`,
  console: { env: process.env, home: homedir() },
});
for (let index = 0; index < Number(lines); index++) {
  const message = `w${writer} n${index} ${'x'.repeat(index % 97)} end`;
  file.append({ time: Date.now(), level: 'INFO', message });
}
file.close();
