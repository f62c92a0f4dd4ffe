/** Stops itself again and again, as if its user had pressed Ctrl+Z. */
import { frame, send } from './wire.js';

declare const $tui: {
  getElementById(id: string): { textContent: string };
  render(): void;
  exit(code: number): void;
};

const CHANNEL = 3;
const suspend = frame({ type: 'notice', kind: 'suspend', payload: null });
let sinceStop = -1;
// Its user has continued it.
process.once('SIGCONT', () => (sinceStop = 0));
setInterval(() => {
  if (sinceStop >= 0) sinceStop++;
  // Several at once, too; and for less than the second after which it may be stopped again.
  if (sinceStop <= 8) send(Buffer.concat([suspend, suspend, suspend]), CHANNEL);
  if (sinceStop < 12) return;
  $tui.getElementById('t').textContent = 'STILL HERE';
  $tui.render();
  setTimeout(() => $tui.exit(0), 200);
}, 50);
