/**
 * From a token of an AI server to the terminal: `node bench/ai.mjs [answers=60]`. The server notes when it writes the
 * first token of an answer, and this process when the app's terminal has it. Linux, with `script` of util-linux.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';

const main = join(dirname(dirname(fileURLToPath(import.meta.url))), 'dist/cli/main.cjs');
const answers = Number(process.argv[2] ?? 60);

const app = `<policy>{"permissions":{"ai":true}}</policy><markdown id="t" images="none"/><script>
  $tui.onReady(async () => {
  const markdown = $tui.getElementById('t');
  for (let at = 0; at < ${answers}; at++) {
    markdown.value = ''; await new Promise((done) => setTimeout(done, 40));
    const writer = markdown.stream().getWriter();
    for await (const part of $tui.ai.chat({ messages: [{ role: 'user', content: String(at) }] })) {
      if (part.type === 'text') await writer.write(part.text);
    }
    await writer.close();
  }
  $tui.exit();
  });
</script>`;

const sent = new Map();
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (bytes) => (body += bytes));
  request.on('end', async () => {
    const at = JSON.parse(body).messages[0].content;
    const event = (value) => response.write(`data: ${JSON.stringify(value)}\n\n`);
    response.socket.setNoDelay(true);
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.flushHeaders();
    await sleep(60 + Math.random() * 40);
    sent.set(`Tok${at}x`, performance.now());
    event({ choices: [{ delta: { content: `Tok${at}x` } }] });
    await sleep(80);
    event({ choices: [{ delta: {}, finish_reason: 'stop' }] });
    response.end('data: [DONE]\n\n');
  });
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));

const folder = mkdtempSync(join(tmpdir(), 'tui-bench-'));
const file = join(folder, 'app.tui');
writeFileSync(file, app);
const child = spawn(
  'script',
  ['-qfec', `${process.execPath} ${main} --no-config --trust ${file}`, '/dev/null'],
  {
    env: {
      ...process.env,
      TERM: 'xterm-256color',
      TUI_AI_ENDPOINT: `http://127.0.0.1:${server.address().port}/v1`,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  },
);
const times = [];
let seen = '';
child.stdout.on('data', (bytes) => {
  const now = performance.now();
  seen = (seen + bytes).slice(-10_000);
  for (const [token, time] of sent) {
    // The terminal is sent what differs from the last token: its number.
    const shown = seen.replace(/\x1b\[[0-9;?]*[A-Za-z]/g, '');
    if (!shown.includes(token)) continue;
    times.push(now - time);
    sent.delete(token);
    seen = '';
  }
});
await new Promise((resolve) => child.on('close', resolve));
server.close();
times.sort((a, b) => a - b);
const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
console.log(
  `first token on the terminal, ms after the server wrote it (${times.length} answers): median ${at(0.5)?.toFixed(1)}, p90 ${at(0.9)?.toFixed(1)}, max ${at(1)?.toFixed(1)}`,
);
