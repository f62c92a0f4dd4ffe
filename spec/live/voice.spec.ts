/** chat.tui and the assistant in tmux, spoken to: from the microphone to words in the message, and to an answer. @ci */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { aiServer, saying, type AiServer } from '../support/ai-server.js';
import { commandFile } from '../support/cli.js';
import { describeWithSound, envelope, likeness, Pulse } from '../support/pulse.js';
import { describeInTmux, Tmux } from '../support/tmux.js';

const WORDS = 'The quick brown fox jumps over the lazy dog';
/** The launcher's word on a running recording. */
const BADGE = /● ?recording/i;

describeInTmux('a terminal', () => {
  describeWithSound('spoken to', () => {
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

    async function start(file: string, shows: string, ...flags: readonly string[]): Promise<void> {
      const { PULSE_SERVER, PULSE_SOURCE, XDG_RUNTIME_DIR } = pulse.env;
      const env = `HOME=${tmux.folder} XDG_STATE_HOME= XDG_CONFIG_HOME= XDG_CACHE_HOME= XDG_RUNTIME_DIR=${XDG_RUNTIME_DIR} PULSE_SERVER=${PULSE_SERVER} PULSE_SOURCE=${PULSE_SOURCE} TUI_AI_ENDPOINT=${server.endpoint}`;
      const command = `${env} ${process.execPath} ${commandFile()}`;
      tmux.keys(`${command} ${flags.join(' ')} ${file}`, 'Enter');
      await tmux.until('the app', () => tmux.screen().includes(shows));
    }
    const chat = async (...flags: readonly string[]): Promise<void> =>
      await start(resolve('examples/chat.tui'), 'Ask something.', ...flags);

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

    it('asks the assistant, whatever the app is granted and sets', async () => {
      server.script(
        { body: JSON.stringify({ text: `${WORDS}.` }) },
        { events: saying('A pangram.') },
      );
      const file = join(tmux.folder, 'app.tui');
      const config = {
        ai: { audioModel: 'theirs', audioGain: 0, endpoint: 'http://127.0.0.1:1/' },
      };
      writeFileSync(
        file,
        `<policy>${JSON.stringify({ config })}</policy><text id="x"/>
         <script>
           $tui.getElementById('x').textContent = 'An app.';
           const later = (error) => $tui.getElementById('x').textContent = 'An app: ' + error.code;
           document.addEventListener('keydown', () => $tui.audio.record().catch(later));
         </script>`,
      );
      await start(file, 'An app.', '--trust', '--assistant', '--deny-microphone');
      // F7 is the app's until the assistant has the keyboard; and the app may not.
      tmux.keys('F7');
      await tmux.until('a refusal', () => tmux.screen().includes('An app: not-permitted'));
      tmux.keys('F8');
      await tmux.until('the assistant', () => tmux.screen().includes('Ask about this app'));
      expect(tmux.screen()).not.toMatch(BADGE);
      tmux.keys('F7');
      await tmux.until('the badge', () => BADGE.test(tmux.screen()));
      const spoken = pulse.spoken(WORDS);
      pulse.play(spoken);
      await tmux.until('the level of the voice', () => /Listening ▮/.test(tmux.screen()));
      await tmux.until('the words', () => /The quick brown fox/.test(tmux.screen()));
      await tmux.until('no badge', () => !BADGE.test(tmux.screen()));
      const form = await server.requests[0]!.form();
      expect(form.get('model')).toBe('whisper-1');
      const heard = Buffer.from(await (form.get('file') as File).arrayBuffer());
      expect(likeness(envelope(heard), envelope(readFileSync(spoken)))).toBeGreaterThan(0.75);
      tmux.keys('Enter');
      await tmux.until('the answer', () => tmux.screen().includes('A pangram.'));
      expect(JSON.stringify(server.requests[1]?.body)).toContain(WORDS);
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
