/** chat.tui in tmux, spoken to: from the microphone to words in the message, and to an answer. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { aiServer, saying, type AiServer } from '../support/ai-server.js';
import { commandFile } from '../support/cli.js';
import { describeWithSound, envelope, likeness, Pulse } from '../support/pulse.js';
import { describeInTmux, Tmux } from '../support/tmux.js';

jest.setTimeout(60_000);

const WORDS = 'The quick brown fox jumps over the lazy dog';
/** The launcher's word on a running recording. */
const BADGE = /● ?recording/i;

describeInTmux('a terminal', () => {
  describeWithSound('chat.tui', () => {
    let tmux: Tmux;
    let pulse: Pulse;
    let server: AiServer;
    beforeEach(async () => {
      tmux = new Tmux();
      [pulse, server] = await Promise.all([
        Pulse.start(tmux.folder),
        aiServer(),
        tmux.start(80, 24),
      ]);
    });
    afterEach(async () => {
      tmux.stop();
      await Promise.all([pulse.stop(), server.close()]);
    });

    async function chat(...flags: readonly string[]): Promise<void> {
      const { PULSE_SERVER, PULSE_SOURCE, XDG_RUNTIME_DIR } = pulse.env;
      const env = `HOME=${tmux.folder} XDG_STATE_HOME= XDG_CONFIG_HOME= XDG_CACHE_HOME= XDG_RUNTIME_DIR=${XDG_RUNTIME_DIR} PULSE_SERVER=${PULSE_SERVER} PULSE_SOURCE=${PULSE_SOURCE} TUI_AI_ENDPOINT=${server.endpoint}`;
      const command = `${env} ${process.execPath} ${commandFile()}`;
      tmux.keys(`${command} ${flags.join(' ')} ${resolve('examples/chat.tui')}`, 'Enter');
      await tmux.until('the app', () => tmux.screen().includes('Ask something.'));
    }

    it('writes down what is said, sends it, and shows the answer', async () => {
      server.script(
        { body: JSON.stringify({ text: `${WORDS}.` }) },
        { events: saying('A pangram.') },
      );
      await chat('--trust');
      expect(tmux.screen()).not.toMatch(BADGE);
      tmux.keys('F7');
      await tmux.until('the badge', () => BADGE.test(tmux.screen()));
      const spoken = pulse.spoken(WORDS);
      pulse.play(spoken);
      await tmux.until('the level of the voice', () => /Listening ▮/.test(tmux.screen()));
      await tmux.until('the words', () => tmux.screen().includes(`${WORDS}.`));
      // The recording has ended with the silence, and is said no longer.
      await tmux.until('no badge', () => !BADGE.test(tmux.screen()));
      expect(tmux.screen()).toContain('Speak');
      const form = await server.requests[0]!.form();
      const file = form.get('file') as File;
      const heard = Buffer.from(await file.arrayBuffer());
      // 16 kHz, mono, 16 bits.
      expect([heard.readUInt16LE(22), heard.readUInt32LE(24), heard.readUInt16LE(34)]).toEqual([
        1, 16_000, 16,
      ]);
      expect(likeness(envelope(heard), envelope(readFileSync(spoken)))).toBeGreaterThan(0.75);
      tmux.keys('Enter');
      await tmux.until('the answer', () => tmux.screen().includes('A pangram.'));
      expect(server.requests[1]?.body).toMatchObject({
        messages: [{ role: 'system' }, { role: 'user', content: `${WORDS}.` }],
      });
    });

    it('records nothing if the microphone was not granted', async () => {
      await chat('--trust', '--deny-microphone');
      tmux.keys('F7');
      await tmux.until('why not', () => /microphone/.test(tmux.screen()));
      expect(tmux.screen()).not.toMatch(BADGE);
      expect(server.requests).toEqual([]);
    });
  });
});
