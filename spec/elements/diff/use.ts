/** One `diff` in an app of its own: what the specs of diffs share. */
import type { Diff } from '../../../elements/diff/diff.js';
import { mount } from '../../support/mount.js';

type App = Awaited<ReturnType<typeof mount>>;

export interface Used {
  readonly app: App;
  readonly diff: Diff;
  /** The rows, without the scrollbar and the blanks at their ends. */
  rows(): string[];
  /** The fields of the last `activate`. */
  activated(): Record<string, unknown> | undefined;
}

export async function use(
  attributes = '',
  {
    width = 50,
    height = 12,
    text = '',
    theme = 'fullcolor-dark',
    errors = 'throw' as 'throw' | 'keep',
  } = {},
): Promise<Used> {
  const app = await mount(
    `<tui><diff id="diff" ${attributes} style="height: 100%; width: 100%"/></tui>`,
    { width, height, theme, errors },
  );
  const diff = app.document.getElementById('diff') as unknown as Diff;
  if (text !== '') diff.value = text;
  diff.focus();
  await app.settle();
  let fired: Record<string, unknown> | undefined;
  diff.addEventListener('activate', (event: unknown) => {
    fired = event as Record<string, unknown>;
  });
  return {
    app,
    diff,
    rows: () =>
      app
        .text()
        .split('\n')
        .map((row) => row.replace(/[ │\u2580-\u259f]+$/u, '')),
    activated: () => fired,
  };
}

/** Two files of two hunks each. */
export const TWO_FILES = `diff --git a/one.js b/one.js
index 3a1f9c0..77c0b21 100644
--- a/one.js
+++ b/one.js
@@ -1,3 +1,3 @@ function one() {
 a
-const b = 1;
+const b = 2;
 c
@@ -20,2 +20,3 @@
 t
+u
 v
diff --git a/two.js b/two.js
index 3a1f9c0..77c0b21 100644
--- a/two.js
+++ b/two.js
@@ -5,3 +5,2 @@
 e
-f
 g
@@ -30 +29 @@
-x
\\ No newline at end of file
+y
`;
