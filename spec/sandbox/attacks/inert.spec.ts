/**
 * A document without code is painted outside of the sandbox: nothing of it runs. Whatever makes code of an
 * attribute has to be seen before, however it is written.
 */
import { describe, expect, it } from '@jest/globals';
import { mayHaveCode } from '../../../cli/sandbox/launch/has-code.js';
import { mayHaveParts } from '../../../runtime/element/components/parts.js';
import { parseMarkup } from '../../../runtime/markup/parse.js';
import { attributeKey } from '../../../runtime/markup/names.js';
import type { MarkupNode } from '../../../runtime/markup/nodes.js';
import { cpuTime, slowed } from '../../support/cpu-time.js';

/** Whether there is an attribute that the runtime takes for a handler of this event, or a script. */
function hasCode(text: string, event: string): boolean {
  const waiting: MarkupNode[] = [...parseMarkup({ file: 'x.tui', text }).nodes];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type !== 'element') continue;
    if (node.name === 'script' && node.content.end > node.content.start) return true;
    for (const { name, value } of node.attributes) {
      const key = attributeKey(name);
      // As `eventType` has it: without regard to case, by Unicode's rules.
      const named = /^on-?(.*)$/.exec(key)?.[1]?.toLowerCase() === event;
      if (named && (value ?? '').trim() !== '') return true;
    }
    waiting.push(...node.children);
  }
  return false;
}

describe('code is seen', () => {
  it('in each way of writing a handler', () => {
    for (const text of [
      '<button onClick="x()">a</button>',
      '<button on-click="x()">a</button>',
      "<button ONCLICK='x()'>a</button>",
      '<button\nonClick\n=\n"x()">a</button>',
      '<button/onClick=x()>a</button>',
      '<button a="b"onClick="x()">a</button>',
      // U+212A, the sign of Kelvin, is a small k in lower case.
      '<button onClic\u212a="x()">a</button>',
      `<button onClick${' '.repeat(5000)}="x()">a</button>`,
      '<list onGetId="x()"/>',
      '<for each="x()"/>',
      '<FOR\teach="x()"/><if\ntest="x()"/>',
      '<if test="x()"/>',
      '<text bind:text="x()"/>',
      '<import src="a.tui"/>',
      '<IMPORT\nsrc=a.tui>',
    ]) {
      expect([text.slice(0, 60), mayHaveCode(text)]).toEqual([text.slice(0, 60), true]);
    }
  });

  it('whatever character stands anywhere in it', () => {
    const missed: string[] = [];
    const look = (text: string, event: string): void => {
      if (!mayHaveCode(text) && hasCode(text, event)) missed.push(JSON.stringify(text));
    };
    for (const [whole, event] of [
      ['<button onKeydown="x()">a</button>', 'keydown'],
      ['<script>x()</script>', ''],
    ] as const) {
      for (let code = 0; code < 0x2200; code++) {
        const character = String.fromCharCode(code);
        // Everywhere for what parsers treat alone, else where names are.
        const to = code < 0x100 || code === 0x212a ? whole.length : 0;
        for (let at = 0; at <= to; at++)
          look(whole.slice(0, at) + character + whole.slice(at), event);
        for (let at = 7; at < 17; at++) {
          look(whole.slice(0, at) + character + whole.slice(at), event);
          look(whole.slice(0, at) + character + whole.slice(at + 1), event);
        }
      }
    }
    expect(missed).toEqual([]);
  });

  it('in time that grows with the text', () => {
    const started = cpuTime();
    mayHaveCode('on '.repeat(300_000));
    mayHaveCode(`on${' '.repeat(300_000)}`);
    mayHaveCode('on'.repeat(300_000));
    mayHaveParts('<style '.repeat(300_000));
    mayHaveParts(`<style ${'src'.repeat(300_000)}`);
    mayHaveParts(`<style ${'"<style>" '.repeat(300_000)}`);
    expect(cpuTime() - started).toBeLessThan(slowed(2000));
  });
});

describe('files that a document is made of are seen', () => {
  it.each([
    '<import src="a.tui"/>',
    '<style src="a.css"/>',
    '<style/src="a.css"/>',
    '<STYLE\nSRC=a.css></STYLE>',
    '<style data-a="b>c" src="a.css"/>',
    `<style data-a='>'src="a.css"/>`,
    '<style>text { color: red }</style><style src="a.css"/>',
  ])('in %s', (text) => {
    expect(mayHaveParts(text)).toBe(true);
  });

  it.each(['<style>text { color: red }</style><img src="a.png"/>', '<log src="a.log"/>'])(
    'not in %s',
    (text) => {
      expect(mayHaveParts(text)).toBe(false);
    },
  );
});
