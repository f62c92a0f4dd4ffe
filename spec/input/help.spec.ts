/** F1 and `?` show the help of the app. */
import { describe, expect, it } from '@jest/globals';
import { mount } from '../../cli/testing.js';

const HELP = `<help>
    q   leave
      indented
  </help>`;
const SIZE = { width: 40, height: 8 };

describe('the help in the app', () => {
  it.each(['F1', '?'])('%s opens and closes it, Escape closes it', async (key) => {
    const app = await mount(`${HELP}<text>behind</text><button id="b">B</button>`, SIZE);
    const children = app.document.documentElement.children.length;
    app.document.getElementById('b')?.focus();
    await app.settle();
    const before = app.text();
    await app.press(key);
    expect(app.text()).toMatch(/╭ Help .*\n.*│ q {3}leave.*\n.*│ {3}indented/);
    await app.press(key);
    await app.press(key);
    await app.press('Escape');
    expect(app.text()).toBe(before);
    expect(app.document.activeElement.id).toBe('b');
    expect(app.document.documentElement.children).toHaveLength(children);
  });

  it('is Markdown', async () => {
    const help = '<help># Keys\n\n- `q` leaves\n- **F1** shows this</help>';
    const app = await mount(`${help}<text>behind</text>`, { width: 40, height: 12 });
    await app.press('F1');
    expect(app.text()).toMatch(
      /│ Keys +│\n.*━━.*\n.*│ +│\n.*│ • q leaves +│\n.*│ • F1 shows this +│/,
    );
  });

  it('leaves keys to fields, to the app and to apps without help', async () => {
    const app = await mount(
      `${HELP}<input id="i"/><text id="t">x</text>
       <script>$tui.document.addEventListener('keydown', (e) => { if (e.key === 'F1') e.preventDefault(); });</script>`,
      SIZE,
    );
    app.document.getElementById('i')?.focus();
    await app.press('?', 'F1');
    expect(app.text()).not.toContain('Help');
    expect(app.text()).toContain('?');
    const none = await mount('<text>x</text>', SIZE);
    await none.press('F1', '?');
    expect(none.text()).toBe('x');
  });

  it('shows above a modal dialog, which has the focus again', async () => {
    const app = await mount(
      `${HELP}<dialog id="d" open="true" modal="true"><button id="b">B</button></dialog>`,
      SIZE,
    );
    await app.press('F1');
    expect(app.text()).toContain('q   leave');
    await app.press('Escape');
    expect(app.text()).not.toContain('leave');
    expect(app.document.getElementById('d')?.getAttribute('open')).toBe('true');
    expect(app.document.activeElement.id).toBe('b');
  });

  it('scrolls a long one by keys', async () => {
    const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`).join('\n');
    const app = await mount(`<help>${lines}</help><text>x</text>`, SIZE);
    await app.press('F1');
    expect(app.text()).toContain('line 0');
    await app.press('End');
    expect(app.text()).toContain('line 29');
  });
});
