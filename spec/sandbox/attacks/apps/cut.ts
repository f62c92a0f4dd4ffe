/** Each conversation with the launcher, broken off at each message in each way. It has to answer ever after. */
import { attack, done, place, sleep } from './kit.js';
import { conversations, INTERRUPTIONS, type Places } from './conversations.js';
import { ask, frame, nextId, send } from './wire.js';

const all = conversations(place as unknown as Places);
const stillAnswers = (): boolean => ask('permission', { kind: 'clipboard' }) === 'granted';

for (const conversation of all) {
  for (const [how, interrupt] of Object.entries(INTERRUPTIONS)) {
    await attack(`${conversation.name}, ${how}`, () => {
      const { length } = conversation.messages(1);
      for (let at = 0; at <= length; at++) {
        // In one piece, and with time for the launcher to get as far as it can.
        for (const pause of [() => undefined, stillAnswers]) {
          const id = nextId();
          const messages = conversation.messages(id);
          const sent: Buffer[] = [];
          for (const [index, message] of messages.entries()) {
            if (index === at) sent.push(interrupt(id));
            sent.push(message);
            if (index >= at) continue;
            send(Buffer.concat(sent.splice(0)));
            pause();
          }
          send(Buffer.concat([...sent, interrupt(id)]));
          pause();
          send(frame({ type: 'cancel', id }));
        }
      }
      return stillAnswers();
    });
  }
}
// Time to look at what the launcher still holds.
process.stderr.write('QUIET\n');
await sleep(1500);
done();
