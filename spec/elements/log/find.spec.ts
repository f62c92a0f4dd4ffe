/** What is found in a log: search, filter, levels, entries of several lines, marks, and what is copied. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { numbered, use } from './use.js';

afterEach(unmountAll);

const TRACE = [
  '09:00:01 INFO  start',
  '09:00:02 ERROR pay failed',
  'java.lang.IllegalStateException: no card',
  '\tat shop.Pay.charge(Pay.java:41)',
  'Caused by: java.io.IOException',
  '09:00:03 INFO  next order',
  '09:00:04 WARN  slow',
];

describe('search', () => {
  it('moves while it is typed, counts, and goes on with n and N', async () => {
    const lines = numbered(30).map((line, at) => (at % 10 === 3 ? `${line} Needle` : line));
    const { app, log, rows, events } = await use('', { lines, height: 4 });
    await app.press('Home', '/', 'n', 'e', 'e');
    expect(log.cursorLine).toBe(3);
    expect(rows()[3]).toMatch(/^\/nee +1 of 3 matches$/);
    await app.press('Enter');
    expect(events().at(-1)).toBe('search nee');
    await app.press('n');
    expect(log.cursorLine).toBe(13);
    await app.press('n', 'n');
    expect(log.cursorLine).toBe(3);
    await app.press('N');
    expect(log.cursorLine).toBe(23);
    expect(rows()[3]).toMatch(/^\/nee +3 of 3 matches$/);
    await app.press('Escape');
    expect(log.searchText).toBe('');
  });

  it('undoes what was typed by Escape', async () => {
    const { app, log } = await use('search-text="one"', { lines: ['one', 'two'] });
    await app.press('/', 't', 'w');
    expect(log.searchText).toBe('tw');
    await app.press('Escape');
    expect(log.searchText).toBe('one');
  });

  it('counts lines that come while it is in force', async () => {
    const { app, log } = await use('search-text="b"', { lines: ['a', 'b'] });
    log.append('bb', 'c');
    await app.settle();
    expect(log.matchCount).toBe(2);
  });

  it('takes capitals and expressions as they are, and shows an error in one', async () => {
    const { app, log, rows } = await use('', { lines: ['Pay', 'pay 12', 'pay x'] });
    log.searchText = 'Pay';
    expect(log.matchCount).toBe(1);
    log.searchText = '/pay \\d+/';
    expect(log.matchCount).toBe(1);
    log.searchText = '/(/';
    await app.settle();
    expect(rows().at(-1)).toContain('Unterminated group');
    expect(log.matchCount).toBe(1);
  });
});

describe('filter', () => {
  it('stays while lines are added', async () => {
    const { app, log, rows } = await use('filter-text="b !x"', {
      lines: ['a', 'b', 'bx', 'ab'],
      height: 4,
    });
    expect(rows().slice(0, 2)).toEqual(['b', 'ab']);
    log.append('c', 'b again', 'xb');
    await app.settle();
    expect(rows().slice(0, 3)).toEqual(['b', 'ab', 'b again']);
    expect(rows()[3]).toMatch(/^& b !x +3 of 7 lines$/);
    expect(log.shownCount).toBe(3);
  });

  // https://github.com/tstack/lnav/issues/813
  it('keeps or drops entries of several lines as a whole', async () => {
    const { app, log, rows } = await use('filter-text="ioexception"', { lines: TRACE });
    expect(rows().slice(0, 4)).toEqual([
      '09:00:02 ERROR pay failed',
      'java.lang.IllegalStateException: no card',
      '        at shop.Pay.charge(Pay.java:41)',
      'Caused by: java.io.IOException',
    ]);
    log.filterText = '!failed';
    await app.settle();
    expect(rows().slice(0, 3)).toEqual([
      '09:00:01 INFO  start',
      '09:00:03 INFO  next order',
      '09:00:04 WARN  slow',
    ]);
    log.filterText = 'pay caused';
    await app.settle();
    expect(log.shownCount).toBe(4);
  });

  // https://github.com/tstack/lnav/issues/634
  it('reads lines of JSON without a format: time, level, message, and all other fields', async () => {
    const { app, log, rows } = await use('', {
      lines: [
        '{"time":"2019-04-11 15:13:17", "level":"alert", "msg":"Hello", "user":"ann", "n":2}',
        '{"time":"2019-04-11 14:33:58", "level":"error", "msg":"Connection failed"}',
        '{"time":"2019-04-11 14:33:59", "level":"info", "msg":"next", "request":{"method":"GET"}}',
        'a line of text {"level":"error"}',
      ],
      width: 70,
    });
    expect(rows().slice(0, 4)).toEqual([
      '2019-04-11 15:13:17 ALERT Hello user=ann n=2',
      '2019-04-11 14:33:58 ERROR Connection failed',
      '2019-04-11 14:33:59 INFO  next request={"method":"GET"}',
      'a line of text {"level":"error"}',
    ]);
    log.filterText = 'level:error';
    await app.settle();
    expect(rows().slice(0, 2)).toEqual([
      '2019-04-11 15:13:17 ALERT Hello user=ann n=2',
      '2019-04-11 14:33:58 ERROR Connection failed',
    ]);
  });

  it('shows an entry once a later line of it matches', async () => {
    const { app, log, rows } = await use('filter-text="needle"', { lines: ['first', 'entry'] });
    log.append('  detail');
    await app.settle();
    expect(log.shownCount).toBe(0);
    log.append('  needle');
    await app.settle();
    expect(rows().slice(0, 3)).toEqual(['entry', '  detail', '  needle']);
  });

  it('takes levels, quoted words and expressions', async () => {
    const { log } = await use('', { lines: TRACE });
    const counts = [
      'level:error',
      '!level:error',
      '"next order"',
      '/0[34] /',
      'level:warning slow',
    ].map((text) => {
      log.filterText = text;
      return log.shownCount;
    });
    expect(counts).toEqual([4, 3, 1, 2, 1]);
  });

  it('is typed after &', async () => {
    const { app, log, rows, events } = await use('', { lines: TRACE });
    await app.press('&', 's', 'l', 'o');
    expect(rows()[0]).toBe('09:00:04 WARN  slow');
    await app.press('Enter');
    expect(
      events()
        .filter((event) => event.startsWith('filter'))
        .at(-1),
    ).toBe('filter slo');
    await app.press('&', 'Ctrl+U', 'Enter');
    expect(log.filterText).toBe('');
  });

  it('says that nothing matches', async () => {
    const { app } = await use('filter-text="zzz"', { lines: ['a'] });
    expect(app.text()).toContain('No matching lines');
  });
});

describe('entries', () => {
  it('begin where the app says', async () => {
    const { log } = await use('entry-start="^#" filter-text="b"', {
      lines: ['#1', 'a', '#2', 'b', 'c', '#3'],
    });
    expect(log.shownCount).toBe(3);
  });

  it('reports an expression that is none', async () => {
    const { log, events } = await use('', { lines: ['a'], errors: 'keep' });
    log.setAttribute('entry-start', '(');
    expect(events().join()).toContain('entry-start: expected a regular expression');
    log.setAttribute('levels', '{"error": "["}');
    expect(events().join()).toContain('levels: "error": expected a regular expression');
  });

  it('are gone through by their level', async () => {
    const { app, log } = await use('', { lines: [...TRACE, '09:00:05 ERROR again'] });
    await app.press('Home', 'e');
    expect(log.cursorLine).toBe(1);
    await app.press('e');
    expect(log.cursorLine).toBe(7);
    await app.press('E');
    expect(log.cursorLine).toBe(1);
  });

  it('are passed to the app on Enter', async () => {
    const { app, log, events } = await use('', { lines: TRACE });
    let entry: unknown;
    log.addEventListener(
      'activate',
      (event: unknown) => (entry = (event as { entry: unknown }).entry),
    );
    await app.press('Home', 'Down', 'Down', 'Enter');
    expect(events().at(-1)).toBe('activate 2 java.lang.IllegalStateException: no card');
    expect(entry).toHaveLength(4);
  });
});

describe('marks and copies', () => {
  it('marks lines, and goes from one to the next', async () => {
    const { app, log, rows, events } = await use('', { lines: numbered(9), height: 4 });
    await app.press('Home', 'm', 'Down', 'Down', 'm');
    expect(events().filter((event) => event.startsWith('mark'))).toEqual([
      'mark 0 true',
      'mark 2 true',
    ]);
    expect(rows()[0]).toBe('● line 0');
    expect(log.marks).toEqual([0, 2]);
    await app.press('End', 'u');
    expect(log.cursorLine).toBe(0);
    await app.press('u', 'm');
    expect(log.marks).toEqual([0]);
    await app.press('c');
    expect(app.clipboard).toBe('line 0');
  });

  it('copies a range', async () => {
    const { app, log } = await use('', { lines: numbered(9), height: 5 });
    await app.press('Home', 'Down', 'Shift+ArrowDown', 'Shift+ArrowDown');
    expect(log.selectedLines).toEqual([1, 2, 3]);
    await app.press('Ctrl+C');
    expect(app.clipboard).toBe('line 1\nline 2\nline 3');
    await app.press('Ctrl+A', 'c');
    expect(app.clipboard).toBe(numbered(9).join('\n'));
    await app.press('Escape');
    expect(log.selectedLines).toEqual([]);
  });

  it('copies the entry of the cursor, without colours', async () => {
    const { app } = await use('', { lines: ['\u001b[31mred\u001b[0m', '  more', 'other'] });
    await app.press('Home', 'c');
    expect(app.clipboard).toBe('red\n  more');
  });
});
