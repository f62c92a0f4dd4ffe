/**
 * The cost of input: ten thousand events in a document with a thousand listeners, dispatched by a
 * script, and as the bytes of keys and of a moving mouse.
 */
import { createApp, TuiEvent } from '../dist/cli/library.js';

const LISTENERS = 1000;
const EVENTS = 10_000;

const cpu = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

/** @returns {number} microseconds of CPU for each of the calls */
function cost(count, call) {
  const start = cpu();
  for (let i = 0; i < count; i++) call(i);
  return (cpu() - start) / count;
}

export function benchEvents() {
  const rows = Array.from(
    { length: 40 },
    (_, y) =>
      `<container style="flex-direction: row">${Array.from({ length: 25 }, (_cell, x) => `<text id="e${y}-${x}">cell</text>`).join('')}</container>`,
  );
  const app = createApp(`<tui>${rows.join('')}</tui>`, { width: 120, height: 40 });
  app.frame();
  let heard = 0;
  const texts = [...app.document.querySelectorAll('text')];
  for (let i = 0; i < LISTENERS; i++) {
    const type = ['click', 'mousemove', 'keydown', 'ping'][i % 4];
    texts[i % texts.length].addEventListener(type, () => heard++);
  }
  app.document.addEventListener('keydown', () => heard++);
  const bytes = (text) => new TextEncoder().encode(text);
  const moves = Array.from({ length: 400 }, (_, i) =>
    bytes(`\x1b[<35;${(i % 100) + 1};${(i % 40) + 1}M`),
  );
  const key = bytes('a');

  const results = [
    [
      'dispatchEvent',
      cost(EVENTS, (i) =>
        texts[i % texts.length].dispatchEvent(new TuiEvent('ping', { bubbles: true })),
      ),
    ],
    ['key bytes', cost(EVENTS, () => app.input(key))],
    ['mouse move bytes', cost(EVENTS, (i) => app.input(moves[i % moves.length]))],
  ];
  app.stop();
  if (heard === 0) throw new Error('no listener was called');
  console.log(`${EVENTS} events, ${LISTENERS} listeners       us an event`);
  for (const [name, micros] of results)
    console.log(name.padEnd(34) + micros.toFixed(2).padStart(10));
  return results.map(([name, micros]) => ({ name, micros }));
}
