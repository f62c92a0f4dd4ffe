/** Documents that hold one kind of chart many times over: what the goldens of this folder show. */

export const ORIENTATIONS = ['horizontal', 'vertical', 'sparkline'] as const;
export const MODES = ['single', 'grouped', 'stacked', 'mixed', 'led'] as const;
export type Orientation = (typeof ORIENTATIONS)[number];
export type Mode = (typeof MODES)[number];

type Row = readonly (number | null | undefined)[];

/** Three series a row; a chart of one series takes the first. */
const KINDS: Readonly<Record<string, readonly Row[]>> = {
  positive: [
    [42, 31, 80],
    [63.5, 12.25, 45],
    [7, 18, 96],
  ],
  negative: [
    [-12, -30, -4],
    [-48.5, -22, -61],
    [-5, -1, -17],
  ],
  mixed: [
    [42, -31, 8],
    [-28, 12.5, -45],
    [51, -8, 50],
  ],
  'all zero': [
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
  ],
  // A cell that is null, a row that is short, a row that is empty.
  absent: [[35, null, 60], [null, 22], []],
  huge: [
    [1e308, 2.5e307, 1.7e308],
    [-9e307, 4e307, 1],
    [1234567, 1e300, 6e307],
  ],
  tiny: [
    [0.004, 0.0001, 0.0125],
    [5e-324, 0.009, 0.00002],
    [0.0071, 0.002, -0.001],
  ],
};

/** Points of sparklines: the same kinds in two series, as streams have them. */
const POINTS: Readonly<Record<string, readonly Row[]>> = {
  positive: wave(50, 40),
  negative: wave(-50, 40),
  mixed: wave(0, 60),
  'all zero': wave(0, 0),
  absent: wave(50, 40).map((row, i) =>
    i % 4 === 1 ? [null, row[1]] : i % 5 === 3 ? [row[0]] : row,
  ),
  huge: wave(0, 1e308),
  tiny: wave(0.004, 0.003),
};

function wave(middle: number, height: number): Row[] {
  return Array.from({ length: 16 }, (_, i) => [
    Number((middle + height * Math.sin(i / 2)).toPrecision(3)),
    Number((middle + (height / 2) * Math.cos(i / 3)).toPrecision(3)),
  ]);
}

const SERIES: Readonly<Record<Mode, readonly object[]>> = {
  single: [{ name: 'Ham' }],
  led: [{ name: 'Ham' }, { name: 'Eggs' }],
  grouped: [{ name: 'Ham' }, { name: 'Eggs' }, { name: '茶' }],
  stacked: [
    { name: 'Ham', stack: 'food' },
    { name: 'Eggs', stack: 'food' },
    { name: '茶', stack: 'food' },
  ],
  mixed: [{ name: 'Ham', stack: 'food' }, { name: 'Eggs', stack: 'food' }, { name: '茶' }],
};

const LABELS = ['Mon', '火曜日', 'Wed'];

interface ChartOptions {
  readonly orientation: Orientation;
  readonly mode: Mode;
  readonly kind: string;
  /** Added to the element's tag. */
  readonly attributes?: string;
  /** Added to its style. */
  readonly style?: string;
}

/** The tag of one chart. */
function chartMarkup(options: ChartOptions): string {
  const { orientation, mode, kind, attributes = '', style = '' } = options;
  const sparkline = orientation === 'sparkline';
  const series = sparkline ? SERIES[mode].slice(0, 2) : SERIES[mode];
  const rows = ((sparkline ? POINTS : KINDS)[kind] ?? []).map((row) => row.slice(0, series.length));
  const labels = sparkline ? '' : `labels='${JSON.stringify(LABELS)}'`;
  const styles = [
    sparkline ? '' : `orientation: ${orientation}; gap: ${orientation === 'vertical' ? 1 : 0}`,
    mode === 'led' ? 'bar-style: led' : '',
    style,
  ];
  return `<data-bars series='${JSON.stringify(series)}' bars='${JSON.stringify(rows)}' ${labels}
    showValues ${mode === 'single' ? '' : 'showLegend'} ${attributes} style="${styles.filter(Boolean).join('; ')}" />`;
}

/** Every kind of data in a titled box, and one chart with a scale that cuts it. */
export function kindsDocument(orientation: Orientation, mode: Mode): string {
  const height = orientation === 'vertical' ? 'height: 12' : '';
  const boxes = [...Object.keys(KINDS), 'cut'].map((kind) => {
    const chart: ChartOptions = {
      orientation,
      mode,
      kind: kind === 'cut' ? 'mixed' : kind,
      attributes: kind === 'cut' ? 'min="-20" max="30"' : '',
      style: height,
    };
    // A meter has its own domain; huge and tiny values are seen in theirs.
    const led = mode === 'led' && kind === 'tiny' ? { attributes: 'min="0" max="0.01"' } : {};
    const tall =
      orientation === 'sparkline' ? chartMarkup({ ...chart, ...led, style: 'height: 6' }) : '';
    return `<container title="${kind}">${chartMarkup({ ...chart, ...led })}${tall}</container>`;
  });
  return `<tui><style>
    tui > container { flex-direction: row; flex-wrap: wrap; }
    container container { border: thin; width: 30; padding: 0 1; gap: 1; }
  </style><container>${boxes.join('')}</container></tui>`;
}

/** The same chart in boxes of many widths (or heights), each under a line that says which. */
export function sizesDocument(
  orientation: Orientation,
  mode: Mode,
  side: 'width' | 'height',
  sizes: readonly number[],
): string {
  const boxes = sizes.map((size) => {
    const box = side === 'width' ? `width: ${size}` : `height: ${size}; width: 24`;
    const height = orientation === 'vertical' && side === 'width' ? '; height: 9' : '';
    const chart = chartMarkup({ orientation, mode, kind: 'mixed', style: box + height });
    return `<container style="width: ${side === 'width' ? Math.max(4, size) : 24}">
      <text class="size">${size}:</text>${chart}</container>`;
  });
  return `<tui><style>
    tui > container { flex-direction: row; flex-wrap: wrap; gap: 1 2; }
    .size { color: var(--muted); }
  </style><container>${boxes.join('')}</container></tui>`;
}

/** Charts of every orientation, with lines on the scale and past both ends of it, in boxes of many widths. */
export function marksDocument(): string {
  const lines = [
    [80, 'limit'],
    [95, 'hard limit'],
    [120, 'breaking point'],
    [-5, 'freezing'],
    [-20, 'record low'],
    [30, 'usual'],
  ].map(([value, label]) => ({ value, label }));
  const chart = `bars='[[10],[50],[34]]' series='[{"name":"S"}]' min="0" max="60" marks='${JSON.stringify(lines)}'`;
  const labels = `labels='["a","b","c"]'`;
  const kinds = [
    `${labels} style="gap: 0; height: 5`,
    `${labels} show-axis="false" style="gap: 0; height: 3`,
    `${labels} style="orientation: vertical; height: 6`,
    `${labels} style="orientation: vertical; height: 6; bar-width: auto`,
    `show-axis="true" style="height: 5`,
  ];
  const boxes = [8, 12, 16, 20, 26, 34, 48, 70].map(
    (width) =>
      `<container style="width: ${width}; flex-direction: column; gap: 1">
      ${kinds.map((kind) => `<data-bars ${chart} ${kind}; width: ${width}"/>`).join('')}</container>`,
  );
  return `<tui><style>tui > container { flex-direction: row; flex-wrap: wrap; gap: 1 2; }</style>
    <container>${boxes.join('')}</container></tui>`;
}

/** One chart of each newer look in a titled box. */
export function looksDocument(): string {
  const sales = `series='[{"name":"Sales"}]' labels='["Jan","2月","Mar"]' bars='[[40],[-22],[71]]'`;
  const power = `series='[{"name":"Coal","stack":"p"},{"name":"Gas","stack":"p"},{"name":"風","stack":"p"}]' labels='["2021","2022"]' bars='[[38,22,20],[27,5,63]]'`;
  const points = `series='[{"name":"in"},{"name":"out"}]' bars='${JSON.stringify(POINTS['mixed'])}'`;
  const marks = `marks='[{"values":[50,30,60],"label":"plan","color":"var(--error)"},{"value":65,"label":"best"}]'`;
  const charts: readonly (readonly [title: string, attributes: string, style: string])[] = [
    ['targets', `${sales} ${marks} showLegend showValues`, 'gap: 0; zero-line: line'],
    [
      'upright',
      `${sales} ${marks} showValues`,
      'orientation: vertical; height: 10; bar-width: auto; zero-line: line; value-position: inside',
    ],
    [
      'shares',
      `${power} showValues showLegend`,
      'gap: 0; stack-scale: percent; value-position: inside',
    ],
    [
      'upright shares',
      `${power} showValues`,
      'orientation: vertical; height: 8; bar-width: auto; palette: theme; stack-scale: percent; value-position: inside',
    ],
    ['inside', `${sales} showValues`, 'gap: 0; value-position: inside'],
    ['axis', `${points} showValues showAxis="true" ${marks}`, 'height: 8; zero-line: line'],
    ['right', `${points} showValues`, 'align-entries: end; palette: vivid'],
    ['half', `${points} showValues`, 'height: 4; resolution: half; palette: theme'],
    [
      'dots',
      `${points} showAxis="true"`,
      'height: 6; resolution: braille; series-scale: own; color-stops: -60 blue, 0 green, 40 red',
    ],
    ['meter', `${sales} showValues`, 'gap: 0; bar-style: led; color-stops: 0 green, 50% yellow'],
    ['log', `${sales} showValues`, 'gap: 0; value-scale: symlog'],
    ['fit', `${power} showValues max="30"`, 'gap: 0; baseline: fit'],
  ];
  const boxes = charts.map(
    ([title, attributes, style]) =>
      `<container title="${title}"><data-bars ${attributes} style="${style}" /></container>`,
  );
  return `<tui><style>
    tui > container { flex-direction: row; flex-wrap: wrap; }
    container container { border: thin; width: 40; padding: 0 1; }
    @media (max-width: 60) { container container { width: 18; } }
  </style><container>${boxes.join('')}</container></tui>`;
}
