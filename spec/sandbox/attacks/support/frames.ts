/** An app that speaks the frame protocol by hand, and what of it must not reach the terminal. */
import { copyFileSync, mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const apps = join(dirname(fileURLToPath(import.meta.url)), '../apps');

/** An app that attacks in one way, in a folder of its own below `folder`: several can run at a time. */
export function putFrames(folder: string, kind: string): string {
  const own = mkdtempSync(join(folder, 'app-'));
  for (const name of ['wire.ts', 'kit.ts', 'frames.ts']) {
    copyFileSync(join(apps, name), join(own, name));
  }
  writeFileSync(join(own, 'place.json'), JSON.stringify({ kind, text: 'x'.repeat(3000) }));
  const file = join(own, 'app.tui');
  // The attack begins when a key is pressed, with the terminal taken over.
  writeFileSync(
    file,
    `<text style="margin-top: 8">READY</text><script>
      $tui.document.addEventListener('keydown', async ({ key }) => {
        if (key === 'a') await import('./frames.ts');
        if (key === 'q') $tui.exit(0);
      });
    </script>`,
  );
  return file;
}

/** Every sequence that the encoder, the session and its questions to the terminal have. */
const OWN =
  /\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\|\x1b\]8;(?:id=\d+;(?:https?:|mailto:)[\x21-\x7e]{1,2000}|;)\x1b\\|\x1b\[[\d;:]*[ABCDGHKJXmPq@]|\x1b\[\?[\d;]+[hl]|\x1b\[[?>=<]?[\d;]*[ucqt]|\x1b\[\?\d+\$p|\x1b\]11;\?\x1b\\|\x1b\]2;[^\x00-\x1f\x7f-\x9f]*\x1b\\|\x1b[78M]|\x07|\r|\n|\x08/g;

/** What of a terminal's text the launcher does not write by itself. */
export function foreign(text: string): string[] {
  return text.replace(OWN, '').match(/[\x00-\x08\x0b-\x1f\x7f-\x9f].{0,20}/gs) ?? [];
}
