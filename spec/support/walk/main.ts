/**
 * Walks until so many steps are done: `node bench/walk.mjs [--steps N] [--seed S] [--kind tree|use]`.
 * A difference is shrunk, and told with the command that shows it again.
 */
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { treeWalk, useWalk, type Act, type Step } from './steps.js';
import { walkTree, walkUse } from './walk.js';

const { values } = parseArgs({
  options: {
    steps: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    path: { type: 'string' },
    kind: { type: 'string', default: 'tree' },
    length: { type: 'string', default: '14' },
    replay: { type: 'string' },
    theme: { type: 'string', default: 'fullcolor-dark' },
  },
});
const isTree = values.kind === 'tree';
const length = Number(values.length);
const expected = Number(values.steps);
const { theme } = values;
let steps = 0;
const onStep = (): void => {
  steps++;
};

async function run(walk: readonly (Step | Act)[]): Promise<void> {
  if (steps >= expected) return;
  if (isTree) await walkTree(walk as readonly Step[], { theme, onStep });
  else await walkUse(walk, { theme, onStep });
}

if (values.replay !== undefined) {
  await run(JSON.parse(values.replay) as (Step | Act)[]);
  console.log('no difference');
} else {
  const started = Date.now();
  const timer = setInterval(() => {
    console.error(`${steps} steps, ${Math.round((Date.now() - started) / 1000)} s`);
  }, 60_000);
  const walks: fc.Arbitrary<(Step | Act)[]> = isTree ? treeWalk(length) : useWalk(length);
  const result = await fc.check(fc.asyncProperty(walks, run), {
    seed: Number(values.seed),
    path: values.path ?? '',
    // Walks are shorter than they may be, half of it on average.
    numRuns: values.path === undefined ? expected : 1,
    endOnFailure: false,
  });
  clearInterval(timer);
  if (result.failed) {
    const { counterexample, counterexamplePath, errorInstance, seed } = result;
    console.log(String(errorInstance));
    console.log(JSON.stringify(counterexample?.[0]));
    console.log(
      `node bench/walk.mjs --kind ${values.kind} --length ${length} --theme ${theme} --seed ${seed} --path ${counterexamplePath}`,
    );
    process.exitCode = 1;
  } else console.log(`${steps} steps without a difference, seed ${values.seed}`);
}
