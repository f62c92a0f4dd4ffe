/**
 * Walks until so many steps are done: `node bench/walk.mjs [--steps N] [--seed S] [--kind tree|use]`.
 * A difference is shrunk, and told with the command that shows it again. `--walks N --kind boxes|wide` does so many
 * walks, each of a seed of its own, and prints those that differ, shrunk.
 */
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { boxWalk, walkBoxes } from './boxes.js';
import { treeWalk, useWalk, wideWalk, type Act, type Step, type WideStep } from './steps.js';
import { walkTree, walkUse, walkWide } from './walk.js';

const { values } = parseArgs({
  options: {
    steps: { type: 'string', default: '100000' },
    walks: { type: 'string' },
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

/** Walks of one seed each; prints those that differ. */
async function runWalks(count: number, first: number): Promise<void> {
  const property =
    values.kind === 'boxes'
      ? fc.asyncProperty(boxWalk, (each) => Promise.resolve(walkBoxes(each)))
      : fc.asyncProperty(wideWalk(length), (each) => walkWide(each, { theme, onStep }));
  let different = 0;
  for (let seed = first; seed < first + count; seed++) {
    const result = await fc.check<unknown[]>(property as fc.IAsyncProperty<unknown[]>, {
      seed,
      numRuns: 1,
      // The first run of a seed would be of the smallest cases.
      unbiased: true,
    });
    if (!result.failed) continue;
    different++;
    console.log(`seed ${seed}: ${String(result.errorInstance)}`);
    console.log(JSON.stringify(result.counterexample?.[0]));
  }
  console.log(`${different} of ${count} walks differ, seeds ${first} to ${first + count - 1}`);
  if (different > 0) process.exitCode = 1;
}

if (values.replay !== undefined) {
  const steps = JSON.parse(values.replay) as never;
  if (values.kind === 'boxes') walkBoxes(steps);
  else if (values.kind === 'wide') await walkWide(steps as (Step | WideStep)[], { theme });
  else await run(steps);
  console.log('no difference');
} else if (values.kind === 'boxes' || values.kind === 'wide') {
  await runWalks(Number(values.walks ?? 100), Number(values.seed));
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
