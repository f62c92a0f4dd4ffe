/** The times below a calendar: their parts, which of them keys are at, and the values until they are chosen. */
import {
  isTimeSegment,
  segmentText,
  stepSegment,
  timeSteps,
  typeDigit,
  type Parts,
  type Segment,
} from './model/segments.js';

/** Between the times of a range. */
const BETWEEN = ' – ';

/** A part of a time where it is painted. */
export interface TimePart {
  readonly side: 0 | 1;
  readonly segment: Segment;
  readonly before: string;
  readonly text: string;
  readonly x: number;
}

export interface TimeRules {
  /** Segments of the field. */
  readonly segments: readonly Segment[];
  readonly isRange: boolean;
  /** Seconds of a step, and the time of the day from which they count. */
  readonly step: number | undefined;
  readonly base: number;
}

export class CalendarTimes {
  #times: [Parts, Parts] = [{}, {}];
  /** Index of the part that keys are at; -1 while they are at the days. */
  #at = -1;
  #typed = '';

  /** Starts with the times of the field; missing ones are midnight. */
  open(parts: readonly [Parts, Parts]): void {
    const midnight = { hour: 0, minute: 0, second: 0 };
    this.#times = [
      { ...midnight, ...given(parts[0]) },
      { ...midnight, ...given(parts[1]) },
    ];
    this.#at = -1;
    this.#typed = '';
  }

  /** Hours, minutes and seconds of one of the two dates. */
  of(side: 0 | 1): Parts {
    return this.#times[side];
  }

  get at(): number {
    return this.#at;
  }

  partsOf({ segments, isRange }: TimeRules): TimePart[] {
    const times = segments.filter(isTimeSegment);
    const sides: readonly (0 | 1)[] = isRange ? [0, 1] : [0];
    const parts: TimePart[] = [];
    let x = 0;
    for (const side of sides) {
      for (const [index, segment] of times.entries()) {
        const before = index > 0 ? segment.before : side === 1 ? BETWEEN : '';
        x += before.length;
        parts.push({ side, segment, before, text: segmentText(segment, this.#times[side]), x });
        x += segment.length;
      }
    }
    return parts;
  }

  /** Goes to a part; false where that is beyond the ends, or where it is already. */
  goTo(at: number, rules: TimeRules): boolean {
    const isThere = at >= -1 && at < this.partsOf(rules).length && at !== this.#at;
    if (isThere) this.#at = at;
    this.#typed = '';
    return isThere;
  }

  step(by: number, rules: TimeRules): void {
    const part = this.partsOf(rules)[this.#at];
    if (part === undefined) return;
    const { segment, side } = part;
    const steps = timeSteps(segment, rules.step, rules.base);
    this.#typed = '';
    this.#set(side, segment, stepSegment(segment, this.#times[side][segment.name], by, 0, steps));
  }

  digit(digit: string, rules: TimeRules): void {
    const part = this.partsOf(rules)[this.#at];
    if (part === undefined) return;
    const { typed, value, isFull } = typeDigit(part.segment, this.#typed, digit);
    this.#typed = typed;
    this.#set(part.side, part.segment, value ?? 0);
    if (isFull) this.goTo(this.#at + 1, rules);
  }

  #set(side: 0 | 1, { name }: Segment, value: number): void {
    this.#times[side] = { ...this.#times[side], [name]: value };
  }
}

function given(parts: Parts): Parts {
  const { hour, minute, second } = parts;
  return Object.fromEntries(
    Object.entries({ hour, minute, second }).filter(([, value]) => value !== undefined),
  );
}
