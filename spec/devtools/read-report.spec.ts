/** Reports come from the app's process: whatever it sends, the dock gets short texts without controls, and small numbers. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readReport } from '../../runtime/devtools/read-report.js';
import { MAX_LABEL, MAX_ROWS } from '../../runtime/devtools/report.js';
import { propertyRuns } from '../support/property-runs.js';

const row = (label: unknown): object => ({
  ref: '1',
  depth: 0,
  isText: false,
  label,
  hasChildren: false,
  isOpen: false,
});

describe('a report', () => {
  it('has no controls', () => {
    const { tree } = readReport({
      tree: { rows: [row('\x1b]0;title\x07 \x9b31m\u202e\n')], isCut: false },
    });
    expect(tree!.rows[0]!.label).not.toMatch(/[\0-\x1f\x7f-\x9f\u202e]/);
    expect(tree!.rows[0]!.label).toContain('␛');
  });

  it('is cut', () => {
    const { tree } = readReport({
      tree: {
        rows: Array.from({ length: MAX_ROWS * 2 }, () => row('x'.repeat(5000))),
        isCut: false,
      },
    });
    expect(tree!.rows).toHaveLength(MAX_ROWS);
    expect(tree!.rows[0]!.label).toHaveLength(MAX_LABEL);
  });

  it('has places and amounts that can be drawn', () => {
    const huge = { x: 1e300, y: -1e300, width: -5, height: 'wide' };
    const box = { margin: huge, border: huge, padding: huge, content: huge };
    const { pick } = readReport({ pick: { ref: '1', name: 'a', isFinal: 1, box, path: [] } });
    expect(pick!.box.content).toEqual({ x: 1_000_000, y: -1_000_000, width: 0, height: 0 });
    expect(pick!.isFinal).toBe(false);
  });

  it.each([
    null,
    5,
    'text',
    [],
    { tree: 5 },
    { tree: { rows: {} } },
    { states: [null] },
    { details: 'x' },
    { refusal: 5 },
  ])('is refused where it is none: %j', (value) => {
    expect(() => readReport(value)).toThrow(TypeError);
  });

  it('is read or refused with a TypeError, whatever it is', () => {
    const part = fc.jsonValue({ maxDepth: 4 });
    const keys = ['tree', 'details', 'states', 'frames', 'pick', 'refusal', 'rows'] as const;
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...keys), part), (value) => {
        try {
          readReport(value);
        } catch (error) {
          expect(error).toBeInstanceOf(TypeError);
        }
      }),
      { numRuns: propertyRuns(300) },
    );
  });
});
