/** The editing model against a reference: random keys, pastes, selections, undo, values set by scripts. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { countGraphemes } from '../../../elements/text-editing/boundaries.js';
import { EditModel } from '../../../elements/text-editing/model.js';
import { ReferenceModel } from './reference-model.js';
import { cpuTime } from '../../support/cpu-time.js';
import { propertyRuns, sized } from '../../support/property-runs.js';

/** Texts whose parts join, split and pair up. */
const PIECES = [
  'a',
  'b',
  ' ',
  ' ',
  '.',
  'x1',
  'é',
  'e\u0301',
  '\u0301',
  '表',
  'か\u3099',
  '한',
  '\u1112',
  '\u1161',
  '👩',
  '\u200d',
  '👧',
  '👩‍👩‍👧‍👦',
  '🇩',
  '🇪',
  '🇩🇪',
  '👍🏽',
  '🏽',
  '❤️',
  '\ufe0f',
  '1️⃣',
  '\u0600',
  'क्',
  'ष',
  'ि',
  'กำ',
  '\n',
  'one\ntwo',
  '\t',
  '\u200b',
  '\u001b[31m',
];
const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 8 }).map((parts) => parts.join(''));

type Step = readonly [name: string, ...rest: readonly unknown[]];
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(fc.constant('insert'), text),
  fc.tuple(fc.constant('insert'), fc.constantFrom(...PIECES)),
  fc.tuple(fc.constantFrom('left', 'right', 'home', 'end'), fc.boolean()),
  fc.tuple(fc.constantFrom('backspace', 'delete', 'kill', 'undo', 'redo')),
  fc.tuple(fc.constant('select'), fc.nat(40), fc.nat(40)),
  fc.tuple(fc.constant('set'), text),
);

/** One step in both; returns false where the model is not to be compared (its undo groups). */
function act(model: EditModel, reference: ReferenceModel, [name, first, second]: Step): void {
  const apply = (edit: ReturnType<EditModel['planInsert']>): void => {
    if (edit !== undefined) model.apply({ ...edit, kind: undefined });
  };
  const extend = first === true;
  switch (name) {
    case 'insert':
      apply(model.planInsert(String(first), 'insertText'));
      reference.insert(String(first));
      return;
    case 'left':
    case 'right':
      model.move(name, extend);
      reference[name](extend);
      return;
    case 'home':
      model.move('lineStart', extend);
      reference.home(extend);
      return;
    case 'end':
      model.move('lineEnd', extend);
      reference.moveTo(reference.lineEnd(), extend);
      return;
    case 'backspace':
      apply(model.planDelete('grapheme', false));
      reference.backspace();
      return;
    case 'delete':
      apply(model.planDelete('grapheme', true));
      reference.remove();
      return;
    case 'kill':
      apply(model.planDelete('line', true));
      reference.killLine();
      return;
    case 'undo':
      model.undo();
      reference.undo();
      return;
    case 'redo':
      model.redo();
      reference.redo();
      return;
    case 'select': {
      const { buffer } = model;
      model.select(buffer.positionAt(first as number), buffer.positionAt(second as number));
      reference.select(first as number, second as number);
      return;
    }
    default:
      model.setValue(String(first));
      reference.setValue(String(first));
  }
}

function stateOf(model: EditModel): unknown {
  const { buffer, anchor, focus } = model;
  return { text: model.value, anchor: buffer.offsetOf(anchor), focus: buffer.offsetOf(focus) };
}

describe('the editing model', () => {
  it.each([true, false])('does what the reference does (several lines: %s)', (multiline) => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 30 }),
        fc.option(fc.integer({ min: 0, max: 20 }), { nil: undefined }),
        (steps, maxLength) => {
          const model = new EditModel(multiline);
          const reference = new ReferenceModel(multiline);
          model.maxLength = reference.maxLength = maxLength;
          for (const each of steps) {
            act(model, reference, each);
            const { text: expected, anchor, focus } = reference;
            expect(stateOf(model)).toEqual({ text: expected, anchor, focus });
            expect(model.buffer.length).toBe(expected.length);
          }
        },
      ),
      { numRuns: propertyRuns(400) },
    );
  });

  it('undoes groups to where it began, and does them again', () => {
    const kinds = ['insertText', 'insertFromPaste'] as const;
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 25 }),
        fc.constantFrom(...kinds),
        (steps, inputType) => {
          const model = new EditModel(true);
          const apply = (edit: ReturnType<EditModel['planInsert']>): void => {
            if (edit !== undefined) model.apply(edit);
          };
          for (const [name, first, second] of steps) {
            if (name === 'insert') apply(model.planInsert(String(first), inputType));
            else if (name === 'backspace') apply(model.planDelete('grapheme', false));
            else if (name === 'delete') apply(model.planDelete('grapheme', true));
            else if (name === 'kill') apply(model.planDelete('word', false));
            else if (name === 'left') model.move('left', first === true);
            else if (name === 'select') {
              const { buffer } = model;
              model.select(buffer.positionAt(first as number), buffer.positionAt(second as number));
            }
          }
          const { value } = model;
          const states = [value];
          while (model.undo()) states.push(model.value);
          expect(model.value).toBe('');
          for (const state of states.reverse().slice(1)) {
            expect(model.redo()).toBe(true);
            expect(model.value).toBe(state);
          }
          expect(model.value).toBe(value);
          expect(model.redo()).toBe(false);
        },
      ),
      { numRuns: propertyRuns(300) },
    );
  });

  it('groups what is typed by words, and deletions that follow one another', () => {
    const model = new EditModel(false);
    const type = (keys: string): void => {
      for (const key of keys) {
        const edit = model.planInsert(key, 'insertText');
        if (edit !== undefined) model.apply(edit);
      }
    };
    const erase = (forward: boolean): void => {
      const edit = model.planDelete('grapheme', forward);
      if (edit !== undefined) model.apply(edit);
    };
    type('hello brave world');
    erase(false);
    erase(false);
    const seen: string[] = [];
    while (model.undo()) seen.push(model.value);
    expect(seen).toEqual(['hello brave world', 'hello brave ', 'hello ', '']);
    while (model.redo());
    model.move('start', false);
    erase(true);
    erase(true);
    expect(model.value).toBe('llo brave wor');
    model.undo();
    expect(model.value).toBe('hello brave wor');
    // A moved caret ends a group.
    type('ab');
    model.move('left', false);
    type('c');
    model.undo();
    expect(model.value).toBe('abhello brave wor');
  });

  it('moves and deletes by words', () => {
    const model = new EditModel(true);
    model.setValue('one, two_3  naïve\n表示 テスト');
    const stops: number[] = [];
    model.select({ line: 0, offset: 0 });
    for (let i = 0; i < 6; i++) {
      model.move('wordRight', false);
      stops.push(model.buffer.offsetOf(model.focus));
    }
    expect(stops).toEqual([3, 10, 17, 20, 24, 24]);
    for (let i = 0; i < 6; i++) {
      model.move('wordLeft', false);
      stops[i] = model.buffer.offsetOf(model.focus);
    }
    expect(stops).toEqual([21, 18, 12, 5, 0, 0]);
    model.setValue('rm -rf ./a-b c');
    model.move('end', false);
    model.apply(model.planDelete('blankWord', false)!);
    expect(model.value).toBe('rm -rf ./a-b ');
    model.apply(model.planDelete('blankWord', false)!);
    expect(model.value).toBe('rm -rf ');
  });

  it('tells nothing of the words in a secret', () => {
    const model = new EditModel(false);
    model.secret = true;
    model.setValue('two words');
    model.move('wordLeft', false);
    expect(model.focus.offset).toBe(0);
    const { anchor, focus } = model.rangeAround({ line: 0, offset: 1 }, 'word');
    expect([anchor.offset, focus.offset]).toEqual([0, 9]);
  });

  it('swaps the graphemes around the caret', () => {
    const model = new EditModel(false);
    model.setValue('a表👩‍👧c');
    model.apply(model.planTranspose()!);
    expect(model.value).toBe('a表c👩‍👧');
    model.select({ line: 0, offset: 1 });
    model.apply(model.planTranspose()!);
    expect([model.value, model.focus.offset]).toEqual(['表ac👩‍👧', 2]);
    model.select({ line: 0, offset: 0 });
    expect(model.planTranspose()).toBeUndefined();
  });

  it('types into a long text at the cost of what is near', () => {
    const time = (act: () => void): number => {
      const start = cpuTime();
      act();
      return cpuTime() - start;
    };
    // What is not ASCII takes so long to go over that less of it is enough.
    for (const [unit, size] of [
      ['word ', 1_000_000],
      ...['表示', 'Съешь', '👩‍👧', '🇩🇪'].map((each) => [each, sized(1_000_000, 200_000)] as const),
    ] as const) {
      const model = new EditModel(false);
      model.setValue(unit.repeat(Math.ceil(size / unit.length)));
      model.select(model.buffer.positionAt(size / 2));
      const pass = time(() => countGraphemes(model.value));
      const steps = time(() => {
        for (let i = 0; i < 30; i++) {
          model.apply(model.planInsert('x', 'insertText')!);
          model.move('left', false);
          model.apply(model.planDelete('grapheme', true)!);
        }
      });
      // Were the text gone over, these 90 steps would take 90 passes; making the new string is a small part of one.
      expect(steps / pass).toBeLessThan(30);
    }
  });
});
