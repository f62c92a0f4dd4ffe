/** Everything that the compiler could be made to read, compiled by request. */
import { attack, done, leaked, place } from './kit.js';
import { answers, told } from './by-hand.js';

interface Input {
  readonly name: string;
  readonly code: string;
  readonly lang?: string;
  readonly src?: string;
}

for (const { name, code, lang = 'js', src } of place['inputs'] as readonly Input[]) {
  await attack(name, () => {
    const block = { code, lang, ready: false, ...(src === undefined ? {} : { src }) };
    return leaked(told('compile', [block]));
  });
}
await attack('it still answers', answers);
done();
