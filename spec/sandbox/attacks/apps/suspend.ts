/** Stops itself again and again, as if its user had pressed Ctrl+Z, until its user presses a key. */
import { send } from './wire.js';

declare const $tui: {
  getElementById(id: string): { textContent: string };
  document: { addEventListener(type: 'keydown', handler: (event: { key: string }) => void): void };
  exit(code: number): void;
};

const FRAMES = 5;
/** The message of the frame protocol: its length, its type. */
const suspend = Buffer.from([4, 0, 0, 0, 5, 0, 0, 0]);
let asked = 0;
setInterval(() => {
  // Several at once, too.
  send(Buffer.concat([suspend, suspend, suspend]), FRAMES);
  if (++asked === 20) $tui.getElementById('t').textContent = 'STILL HERE';
}, 25);
$tui.document.addEventListener('keydown', ({ key }) => {
  if (key === 'q') $tui.exit(0);
});
