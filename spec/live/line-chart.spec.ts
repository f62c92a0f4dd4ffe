/** `examples/load.tui` in a real terminal: lines, a gauge and a heatmap by keys, wheel, drag and at other sizes. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { commandFile } from '../support/cli.js';
import { describeInTmux, Tmux } from '../support/tmux.js';

describeInTmux('lines, a gauge and a heatmap in tmux', () => {
  const tmux = new Tmux();
  /** Labels of the time axis, which the zoom changes. */
  const axis = (): string =>
    tmux
      .screen()
      .match(/\d\d:\d\d(:\d\d)?/g)
      ?.join(' ') ?? '';
  let whole = '';

  beforeAll(async () => {
    await tmux.start(100, 28);
    tmux.keys(
      `clear; TZ=UTC node ${commandFile()} examples/load.tui --sample; echo "ended $?"`,
      'Enter',
    );
    await tmux.until('the app', () => tmux.screen().includes('p pauses'));
    tmux.keys('p');
    await tmux.until('the pause', () => tmux.screen().includes('Paused'));
    whole = axis();
  });
  afterAll(() => {
    tmux.stop();
  });

  it('shows all three', () => {
    const screen = tmux.screen();
    expect(whole).toMatch(/\d\d:\d\d.* \d\d:\d\d/);
    expect(screen).toContain('62%');
    expect(screen).toContain('cpu3');
    expect(screen).toMatch(/1 min/);
  });

  it('zooms by keys and pans', async () => {
    tmux.keys('+');
    await tmux.until('a closer axis', () => axis() !== whole);
    const closer = axis();
    tmux.keys('S-Left');
    await tmux.until('the left', () => axis() !== closer);
    tmux.keys('0');
    await tmux.until('everything', () => axis() === whole);
  });

  it('zooms by the wheel at the pointer, and pans by dragging', async () => {
    tmux.mouse(64, 30, 6);
    await tmux.until('a closer axis', () => axis() !== whole);
    const closer = axis();
    tmux.mouse(0, 30, 6);
    tmux.mouse(32, 40, 6);
    tmux.mouse(32, 50, 6);
    tmux.mouse(0, 50, 6, 'm');
    await tmux.until('another part', () => axis() !== closer);
    tmux.keys('0');
    await tmux.until('everything', () => axis() === whole);
  });

  it('selects a cell of the heatmap by mouse and keys', async () => {
    const row = (): number =>
      tmux
        .screen()
        .split('\n')
        .findIndex((line) => line.includes('cpu1'));
    tmux.click(20, row());
    await tmux.until('the mark', () => /cpu1.*◆/.test(tmux.screen()));
    tmux.keys('Down', 'Enter');
    await tmux.until('the next one', () => /cpu2.*[◆●]/.test(tmux.screen()));
    tmux.keys('Escape');
    await tmux.until('none', () => !/[◆●]/.test(tmux.screen()));
  });

  it('follows the size of the terminal', async () => {
    tmux.run('resize-window', '-x', '50', '-y', '14');
    await tmux.until('the small one', () => {
      const screen = tmux.screen();
      return !screen.includes('1 min') && !screen.includes('cpu1') && screen.includes('Busy');
    });
    tmux.run('resize-window', '-x', '100', '-y', '28');
    await tmux.until('all of it', () => tmux.screen().includes('cpu1') && axis() === whole);
    tmux.keys('q');
    await tmux.until('the end', () => tmux.screen().includes('ended 0'));
  });
});
