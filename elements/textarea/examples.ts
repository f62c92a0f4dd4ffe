import type { Example } from '../../runtime/element/contract.js';

export const EXAMPLES: readonly Example[] = [
  {
    name: 'wrapped and scrolled',
    size: [34, 6],
    markup: `<textarea cols="32" rows="5" autofocus>
Long lines go on in the next row, at words where there are words.

表示 and 👩‍👩‍👧‍👦 are never cut in half.
One
Two
Three</textarea>`,
  },
  {
    name: 'without wrapping',
    size: [34, 4],
    markup: `<textarea cols="24" rows="3" wrap="off">
const answer = 42; // what was the question?
print(answer)</textarea>`,
  },
  {
    name: 'states',
    size: [34, 7],
    markup: `<container style="gap: 1 0">
  <textarea cols="32" rows="1" placeholder="Nothing here yet"></textarea>
  <textarea cols="32" rows="1" readonly>To be read</textarea>
  <textarea cols="32" rows="1" disabled>Not to be touched</textarea>
</container>`,
  },
];
