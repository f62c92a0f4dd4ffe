/** An app that sends the images of `attacks/apps/images.ts` when it gets the key `a`. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderOf } from '../../support/cli.js';

const APPS = 'spec/sandbox/attacks/apps';
const APP = `<policy>{"permissions": {"read": ["."]}}</policy><tui><text>READY</text>
  <container id="box"/>
  <script>
    globalThis.picture = () => {
      const image = $tui.document.createElement('img');
      image.setAttribute('src', 'wheel.png');
      image.setAttribute('style', 'width: 4; height: 2');
      $tui.getElementById('box').append(image);
    };
    $tui.document.addEventListener('keydown', async ({ key }) => {
      if (key === 'a') await import('./images.ts');
    });
  </script></tui>`;

/** Its file, in a folder of its own. @param size columns and rows of the screen */
export async function imagesApp(kind: string, size: readonly [number, number]): Promise<string> {
  const folder = await folderOf({ 'app.tui': APP, 'place.json': JSON.stringify({ kind, size }) });
  for (const name of ['wire.ts', 'kit.ts', 'images.ts']) {
    copyFileSync(join(APPS, name), join(folder, name));
  }
  copyFileSync('examples/pictures/wheel.png', join(folder, 'wheel.png'));
  return join(folder, 'app.tui');
}
