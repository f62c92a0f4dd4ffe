/** Everything that the compiler could be made to read, compiled by request. */
import { attack, done, leaked, place } from './kit.js';
import { answers, compiled } from './by-hand.js';

interface Input {
  readonly name: string;
  readonly code: string;
  readonly lang?: string;
  readonly src?: string;
}

for (const { name, code, lang = 'js', src } of place['inputs'] as readonly Input[]) {
  await attack(name, () => leaked(compiled({ code, lang, src })));
}
await attack('it still answers', answers);
done();
