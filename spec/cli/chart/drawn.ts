/** Charts of data as `tui chart` draws them, in the process of a spec. */
import { CHART } from '../../../cli/chart/chart-document.js';
import type { ChartOptions } from '../../../cli/chart/options.js';
import { drawData, type Drawn } from '../../../cli/chart/read-table.js';
import { ShownChart } from '../../../cli/chart/show-drawing.js';
import { DiagnosticError, formatDiagnostic } from '../../../runtime/base/diagnostics.js';
import type { MountedApp, MountOptions } from '../../../runtime/testing/mount.js';
import { mount } from '../../support/mount.js';

const OPTIONS: ChartOptions = {
  name: 'data.csv',
  isLenient: false,
  isFollowed: false,
  last: 1000,
  statesChoice: false,
};

export function optionsWith(options: Partial<ChartOptions> = {}): ChartOptions {
  return { ...OPTIONS, ...options };
}

export function draw(data: string | Uint8Array, options: Partial<ChartOptions> = {}): Drawn {
  const bytes = typeof data === 'string' ? Buffer.from(data) : data;
  return drawData(bytes, optionsWith(options));
}

/** The chart as it is printed. */
export async function print(
  data: string | Uint8Array,
  options: Partial<ChartOptions> = {},
  mountOptions: MountOptions = {},
): Promise<MountedApp> {
  const { drawing } = draw(data, options);
  const mounted = await mount(CHART.text, { width: 60, height: 60, inline: true, ...mountOptions });
  const chart = new ShownChart(mounted.app);
  chart.print();
  chart.show(drawing, { title: options.title, choice: '' });
  mounted.app.frame();
  return mounted;
}

/** The chart as it is shown on a terminal, with its keys. */
export async function show(
  data: string,
  options: Partial<ChartOptions> = {},
  mountOptions: MountOptions = {},
): Promise<MountedApp> {
  const { drawing } = draw(data, options);
  const mounted = await mount(CHART.text, { width: 60, height: 24, inline: true, ...mountOptions });
  const chart = new ShownChart(mounted.app);
  chart.show(drawing, { title: options.title, choice: drawing.summary });
  chart.operate();
  mounted.app.frame();
  return mounted;
}

/** What is reported of data that cannot be drawn. */
export function errorOf(data: string | Uint8Array, options: Partial<ChartOptions> = {}): string {
  try {
    draw(data, options);
  } catch (error) {
    if (error instanceof DiagnosticError) return error.diagnostics.map(formatDiagnostic).join('\n');
    throw error;
  }
  throw new Error('no error');
}
