/** The app of React 19 in a folder where React is of version 18: libraries find each other by name. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Calls back with the app's path; the folder is removed afterwards. */
export async function withReact18<T>(use: (file: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'tui-react-18-'));
  try {
    for (const name of ['react', 'react-dom']) {
      cpSync(`node_modules/${name}-18`, join(folder, 'node_modules', name), { recursive: true });
    }
    const file = join(folder, 'app.tui');
    cpSync('fixtures/frameworks/react.tui', file);
    return await use(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
