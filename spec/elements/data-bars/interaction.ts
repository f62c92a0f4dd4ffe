/** One chart in an app of its own, with every event it fires: what the specs of interaction share. */
import type { DataBars } from '../../../elements/data-bars/data-bars.js';
import { TuiEvent } from '../../../runtime/element/tui-element.js';
import { mount } from '../../support/mount.js';

export type App = Awaited<ReturnType<typeof mount>>;

export interface Used {
  readonly app: App;
  readonly chart: DataBars;
  /** Own fields of the events fired since it was read last, `type` first. */
  events(): Record<string, unknown>[];
}

/** What any event has. */
const COMMON = new Set(Object.keys(new TuiEvent('any')));

/** `attributes` of a chart in a document without margins; the rest of the markup after it. */
export async function useChart(
  attributes: string,
  { width = 30, height = 12, rest = '', theme = 'fullcolor-dark' } = {},
): Promise<Used> {
  const app = await mount(`<tui><data-bars id="chart" ${attributes}/>${rest}</tui>`, {
    width,
    height,
    theme,
  });
  const chart = app.document.querySelector('#chart') as unknown as DataBars;
  let fired: Record<string, unknown>[] = [];
  for (const type of ['select', 'hover']) {
    chart.addEventListener(type, (event: unknown) => {
      const own = Object.entries(event as object).filter(([name]) => !COMMON.has(name));
      fired.push({ type, ...Object.fromEntries(own) });
    });
  }
  return {
    app,
    chart,
    events: () => {
      const before = fired;
      fired = [];
      return before;
    },
  };
}

/** Two series over three days; horizontal, in rows 0 and 1, 3 and 4, 6 and 7. */
export const GROUPED = `series='[{"name":"Sales"},{"name":"Cost"}]' labels='["Mon","Tue","Wed"]'
  bars='[[10,5],[25,null],[85,60]]' show-axis="false"`;
/** One series, in rows 0, 2 and 4. */
export const SINGLE = `series='[{"name":"Sales"}]' labels='["Mon","Tue","Wed"]' bars='[[10],[25],[85]]'
  show-axis="false"`;
/** Columns 0 to 2, 4 to 6 and 8 to 10; ten rows of which the last one is labels. */
export const VERTICAL = `${SINGLE} style="orientation: vertical"`;
/** Points in columns 5 to 8. */
export const SPARKLINE = `series='[{"name":"CPU"}]' bars='[[10],[85],[null],[30]]'`;

export const NOTHING = {
  type: 'select',
  entryIndex: -1,
  seriesIndex: -1,
  value: undefined,
  label: undefined,
  id: undefined,
};
