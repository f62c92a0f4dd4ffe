/** The panel with an error of the app's code: message, excerpt, and how it is closed, on large and on small screens. */
import { expect, it } from '@jest/globals';
import type { Diagnostic } from '../../runtime/base/diagnostics.js';
import { ErrorOverlay } from '../../runtime/input/error-overlay.js';
import { placeError } from '../../runtime/paint/panels.js';

const TEXT = 'const rows = read();\nrows.value.textContent = "x";\n';
const ERROR: Diagnostic = {
  severity: 'error',
  code: 'script-error',
  message: 'TypeError: Cannot set properties of undefined (setting "textContent")',
  source: { file: 'app.tui', text: TEXT },
  span: { start: TEXT.indexOf('textContent'), end: TEXT.indexOf(' = "x"') },
};
const CLOSES = 'Escape or a click closes this';

function panel(width: number, height: number, message = ERROR.message): readonly string[] {
  const errors = new ErrorOverlay('panel', {
    setTimer: () => () => undefined,
    onChange: () => undefined,
  });
  errors.add({ ...ERROR, message });
  return placeError(errors.current!, { width, height })!.lines;
}

it('has the whole message, wrapped, above the excerpt', () => {
  expect(panel(60, 24)).toEqual([
    'app.tui:2:12 error script-error: TypeError: Cannot set',
    'properties of undefined (setting "textContent")',
    ' 2 | rows.value.textContent = "x";',
    '   |            ^^^^^^^^^^^',
    CLOSES,
  ]);
});

it('has the message before the excerpt where there is no room for both', () => {
  expect(panel(44, 12)).toEqual([
    'app.tui:2:12 error script-error:',
    'TypeError: Cannot set properties of',
    'undefined (setting "textContent")',
    CLOSES,
  ]);
});

it('cuts a long message, and shows that it is cut', () => {
  const lines = panel(60, 24, 'word '.repeat(500));
  expect(lines).toHaveLength(10);
  expect(lines[6]).toMatch(/^word .*…$/);
  expect(lines[7]).toContain('rows.value');
  expect(lines[9]).toBe(CLOSES);
  expect(panel(40, 8, 'word '.repeat(500))).toEqual([expect.stringMatching(/…$/), CLOSES]);
});
