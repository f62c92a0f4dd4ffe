/** Wall clocks: what a calendar and a clock show in a time zone, as milliseconds of a clock without zones. */

export class Zone {
  readonly #format: Intl.DateTimeFormat | undefined;
  readonly #isUtc: boolean;

  /** @param name an IANA name, `UTC`, or `local` for that of the user */
  constructor(readonly name: string) {
    this.#isUtc = name === 'UTC';
    this.#format =
      this.#isUtc || name === 'local'
        ? undefined
        : new Intl.DateTimeFormat('en-US', {
            timeZone: name,
            hourCycle: 'h23',
            era: 'short',
            year: 'numeric',
            month: 'numeric',
            day: 'numeric',
            hour: 'numeric',
            minute: 'numeric',
            second: 'numeric',
          });
  }

  /** What the clocks show at a time. */
  wall(time: number): number {
    if (this.#isUtc) return time;
    if (this.#format === undefined) return time - new Date(time).getTimezoneOffset() * 60_000;
    const part: Record<string, string> = {};
    for (const { type, value } of this.#format.formatToParts(time)) part[type] = value;
    const year = part['era'] === 'BC' ? 1 - Number(part['year']) : Number(part['year']);
    const date = new Date(0);
    date.setUTCFullYear(year, Number(part['month']) - 1, Number(part['day']));
    date.setUTCHours(Number(part['hour']), Number(part['minute']), Number(part['second']));
    return date.getTime() + (((time % 1000) + 1000) % 1000);
  }

  /** The first time at which the clocks show this; where they skip it, when they go on. */
  time(wall: number): number {
    if (this.#isUtc) return wall;
    // The offset a day before and a day after are those on both sides of a change.
    const before = wall - this.#offset(wall - DAY);
    const after = wall - this.#offset(wall + DAY);
    const found = [before, after].filter((time) => this.wall(time) === wall);
    return found.length > 0 ? Math.min(...found) : Math.max(before, after);
  }

  #offset(time: number): number {
    return this.wall(time) - time;
  }
}

const DAY = 86_400_000;

const zones = new Map<string, Zone | undefined>();

/** The zone of a name; undefined where there is none of that name. */
export function zoneOf(name: string): Zone | undefined {
  if (!zones.has(name)) {
    if (zones.size > 100) zones.clear();
    let zone: Zone | undefined;
    try {
      zone = new Zone(name);
    } catch {
      zone = undefined;
    }
    zones.set(name, zone);
  }
  return zones.get(name);
}
