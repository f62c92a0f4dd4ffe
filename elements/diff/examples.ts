/** The examples of `diff`. */
import type { Example } from '../support/author.js';

const DIFF = `diff --git a/clock.js b/clock.js
index 3a1f9c0..77c0b21 100644
--- a/clock.js
+++ b/clock.js
@@ -1,6 +1,7 @@
 import { now } from './time.js';
 
-export function hour() {
-  return now().hour;
+export function hour(zone = 'UTC') {
+  // In the zone of the user.
+  return now(zone).hour;
 }
 console.log(hour());`;

export const EXAMPLES: readonly Example[] = [
  { name: 'unified', size: [52, 11], markup: `<diff>\n${DIFF}\n</diff>` },
  { name: 'side by side', size: [84, 9], markup: `<diff view="split">\n${DIFF}\n</diff>` },
  {
    name: 'files that are renamed, new, and binary',
    size: [52, 7],
    markup: `<diff line-numbers="false">
diff --git a/README.txt b/README.md
similarity index 90%
rename from README.txt
rename to README.md
--- a/README.txt
+++ b/README.md
@@ -1 +1 @@
-A clock
\\ No newline at end of file
+# A clock
diff --git a/logo.png b/logo.png
new file mode 100644
index 0000000..3a1f9c0
Binary files /dev/null and b/logo.png differ
diff --git a/run.sh b/run.sh
old mode 100644
new mode 100755
</diff>`,
  },
  {
    name: 'two texts',
    size: [44, 6],
    markup: `<diff filename="list.txt" context="1" old-text="bread&#10;milk&#10;two apples&#10;tea&#10;" new-text="bread&#10;milk&#10;three apples&#10;tea&#10;"/>`,
  },
];
