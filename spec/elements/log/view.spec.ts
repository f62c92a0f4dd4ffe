/** The part of a log that shows: following, scrolling, the cursor, wrapped lines, and what happens to it as lines come and go. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { numbered, use } from './use.js';

afterEach(unmountAll);

describe('following', () => {
  it('shows the end, and goes on with it', async () => {
    const { app, log, rows } = await use('', { lines: numbered(10), height: 4 });
    expect(rows()).toEqual(['line 6', 'line 7', 'line 8', 'line 9']);
    log.append('line 10\nline 11');
    await app.settle();
    expect(rows()).toEqual(['line 8', 'line 9', 'line 10', 'line 11']);
    expect(log.following).toBe(true);
  });

  it('stops where the user scrolls up, and starts again at the end', async () => {
    const { app, log, rows, events } = await use('', { lines: numbered(10), height: 4 });
    await app.wheel('#log', -1);
    expect(rows()).toEqual(['line 3', 'line 4', 'line 5', 'line 6']);
    expect(events()).toEqual(['followchange false']);
    log.append(...numbered(5, 10));
    await app.settle();
    expect(rows().slice(0, 3)).toEqual(['line 3', 'line 4', 'line 5']);
    expect(rows()[3]).toContain('↓ 5 new');
    await app.press('End');
    expect(rows()).toEqual(['line 11', 'line 12', 'line 13', 'line 14']);
    expect(events()).toEqual(['followchange true']);
    log.append('last');
    await app.settle();
    expect(rows()[3]).toBe('last');
  });

  it('stays with the line of the cursor', async () => {
    const { app, log, rows } = await use('', { lines: numbered(4), height: 4 });
    await app.press('Up');
    log.append(...numbered(3, 4));
    await app.settle();
    expect(rows().slice(0, 3)).toEqual(['line 0', 'line 1', 'line 2']);
    expect(log.cursorLine).toBe(2);
    await app.press('Down', 'Down', 'Down', 'Down');
    expect(log.following).toBe(true);
  });

  it('does not follow where it is not to', async () => {
    const { app, log, rows } = await use('follow="false"', { lines: numbered(9), height: 3 });
    expect(rows()).toEqual(['line 0', 'line 1', 'line 2']);
    await app.press('End');
    log.append('more');
    await app.settle();
    expect(rows().slice(0, 2)).toEqual(['line 6', 'line 7']);
  });

  it('goes to the end by a click on the number of new lines', async () => {
    const { app, log, rows } = await use('', { lines: numbered(9), height: 3, width: 20 });
    await app.press('Home');
    log.append('new');
    await app.settle();
    expect(rows()[2]).toContain('↓ 1 new');
    await app.click({ x: 14, y: 2 });
    expect(rows()).toEqual(['line 7', 'line 8', 'new']);
  });
});

describe('keys', () => {
  it('move by lines and pages', async () => {
    const { app, log, rows } = await use('', { lines: numbered(20), height: 5 });
    await app.press('Home');
    expect([log.cursorLine, rows()[0]]).toEqual([0, 'line 0']);
    await app.press('PageDown');
    expect([log.cursorLine, rows()[0]]).toEqual([4, 'line 4']);
    await app.press('Down', 'Down');
    expect([log.cursorLine, rows()[0]]).toEqual([6, 'line 4']);
    await app.press('PageUp', 'PageUp');
    expect(log.cursorLine).toBe(0);
    await app.press('G');
    expect(log.cursorLine).toBe(19);
    await app.press('g');
    expect(log.cursorLine).toBe(0);
  });

  it('scroll long lines sideways', async () => {
    const { app, rows } = await use('', {
      lines: [`${'0123456789'.repeat(3)}end`, 'short'],
      width: 20,
      height: 2,
    });
    expect(rows()).toEqual(['0123456789012345678›', 'short']);
    await app.press('Right');
    expect(rows()[0]).toBe('‹901234567890123456›');
    await app.press('Right', 'Right', 'Right');
    expect(rows()[0]).toBe('‹4567890123456789end');
    await app.press('Left', 'Left', 'Left');
    expect(rows()[1]).toBe('short');
  });

  it('go row by row through a line that is higher than the view', async () => {
    const long = Array.from({ length: 8 }, (_, at) => `row${at}`.padEnd(9, '.')).join(' ');
    const { app, rows } = await use('wrap="true" follow="false"', {
      lines: [long, 'next'],
      width: 10,
      height: 3,
    });
    expect(rows()[0]).toContain('row0');
    await app.press('Down');
    expect(rows()[0]).toContain('row1');
    await app.press('Down', 'Down', 'Down', 'Down');
    expect(rows()[2]).toContain('row7');
    await app.press('Down');
    expect(rows()[2]).toBe('next');
  });

  it('wrap and stop wrapping', async () => {
    const { app, rows } = await use('', {
      lines: ['one two three four five'],
      width: 12,
      height: 3,
    });
    expect(rows()[0]).toBe('one two thr›');
    await app.press('w');
    expect(rows()).toEqual(['one two', 'three four', 'five']);
    await app.press('w');
    expect(rows()[0]).toBe('one two thr›');
  });
});

describe('what comes and goes', () => {
  it('keeps the last lines', async () => {
    const { app, log, rows } = await use('max-lines="3"', { lines: numbered(10), height: 5 });
    expect(rows().slice(0, 3)).toEqual(['line 7', 'line 8', 'line 9']);
    expect([log.lineCount, log.firstLine]).toEqual([3, 7]);
    log.append('x');
    await app.settle();
    expect(rows().slice(0, 3)).toEqual(['line 8', 'line 9', 'x']);
  });

  it('continues a line of a stream', async () => {
    const { app, log, rows } = await use('', { height: 3 });
    const writer = log.stream().getWriter();
    await writer.write('one\ntw');
    await app.settle();
    expect(rows()).toEqual(['one', 'tw']);
    await writer.write(new TextEncoder().encode('o é').subarray(0, 3));
    await writer.write(new TextEncoder().encode('é').subarray(1));
    await writer.write('\nthree\n');
    await app.settle();
    expect(rows()).toEqual(['one', 'two é', 'three']);
    expect(log.lineCount).toBe(3);
  });

  it('has many lines that are set at once, as if they were one text', async () => {
    const lines: unknown[] = numbered(10_000);
    lines[4000] = '\x1b[31mred';
    lines[4097] = 'with its end\n';
    lines[8000] = 'two\nlines';
    lines[8001] = '';
    lines[8002] = 7;
    const { app, log } = await use('', { height: 3 });
    log.setLines(lines);
    const whole = await use('', { height: 3 });
    whole.log.append(lines.map((line) => String(line).replace(/\n$/, '')).join('\n'));
    await app.settle();
    await whole.app.settle();
    expect(log.lines).toEqual(whole.log.lines);
    expect([log.lineCount, log.lines[8000], log.lines[8002], log.lines[8003]]).toEqual([
      10_001,
      'two',
      '',
      '7',
    ]);
    // A colour goes on, wherever the lines were divided.
    expect(app.screen()).toEqual(whole.app.screen());
    expect(app.screen().cell(0, 0).fg).not.toBe('#e0e0e0');
  });

  it('shows the last state of a progress line', async () => {
    const { rows } = await use('', { lines: ['10 %\r50 %\r100 %', 'dos\r'], height: 3 });
    expect(rows()).toEqual(['100 %', 'dos']);
  });

  it('has the text between its tags', async () => {
    const { app, log } = await use();
    log.textContent = '\n  one\n    two\n';
    await app.settle();
    expect(log.lines).toEqual(['one', '  two']);
    log.clear();
    await app.settle();
    expect(app.text()).toContain('No lines');
  });
});
