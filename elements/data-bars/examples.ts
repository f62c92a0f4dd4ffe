/** Examples of every mode of the chart, for goldens and the reference. */
import type { Example } from '../../runtime/element/contract.js';

const MONTHS = `labels='["Jan","Feb","Mar","Apr"]'`;
const YEARS = `series='[{"name":"Sales"},{"name":"Cost"}]' ${MONTHS} bars='[[120,80],[180,95.5],[150,110],[210,130]]'`;
const STACKED = `series='[{"name":"Coal","stack":"power"},{"name":"Gas","stack":"power"},{"name":"Wind","stack":"power"}]' labels='["2021","2022","2023","2024"]' bars='[[38,22,20],[33,24,26],[27,25,33],[20,23,41]]'`;
const MIXED = `series='[{"name":"Online","stack":"revenue"},{"name":"Shop","stack":"revenue"},{"name":"Target"}]' labels='["North","South","West"]' bars='[[42,31,80],[28,12.5,45],[51,8,50]]'`;
const CHANGE = `series='[{"name":"Change"}]' labels='["Berlin","大阪","São Paulo","Nairobi"]' bars='[[12.4],[-8.25],[-3.1],[21]]'`;
const LOAD = `bars='[[10],[25],[40],[55],[70],[85],[75],[60],[45],[30]]'`;
const METERS = `series='[{"name":"Load"}]' labels='["cpu0","cpu1","cpu2","cpu3"]' bars='[[35],[92],[64],[8]]'`;
const HOURS = `series='[{"name":"Requests"}]' labels='["00","02","04","06","08","10","12","14","16","18","20","22"]' bars='[[31],[12],[6],[18],[74],[120],[133],[128],[117],[96],[71],[48]]'`;

/** Two days of response times with a spike, so that folding has something to lose. */
const STREAM = Array.from({ length: 96 }, (_, hour) => [
  hour === 61 ? 240 : Math.round(60 + 40 * Math.sin(hour / 6) + ((hour * 37) % 11)),
]);

/** Two streams that go up and down. */
const WAVES = Array.from({ length: 90 }, (_, i) => [
  Math.round(50 + 45 * Math.sin(i / 7)),
  Math.round(8 * Math.cos(i / 11)),
]);

function example(name: string, width: number, height: number, attributes: string): Example {
  return { name, size: [width, height], markup: `<data-bars ${attributes} />` };
}

export const EXAMPLES: readonly Example[] = [
  example(
    'horizontal',
    50,
    9,
    `series='[{"name":"Visitors"}]' labels='["Search","Direct","Newsletter","Social"]' bars='[[1840],[960],[412.5],[77]]' showValues`,
  ),
  example('grouped', 50, 14, `${YEARS} showValues showLegend`),
  example('stacked', 50, 10, `${STACKED} showValues showLegend`),
  example('mixed stacks', 50, 11, `${MIXED} showValues showLegend`),
  example(
    'colours of its own',
    50,
    10,
    `${STACKED.replace('"Coal"', '"Coal","color":"#5f6b8a"').replace('"Wind"', '"Wind","color":"var(--success)"')} showLegend style="palette: vivid"`,
  ),
  example('vivid', 50, 14, `${YEARS} showLegend style="palette: vivid"`),
  example('negative', 50, 9, `${CHANGE} showValues`),
  example('values after bars', 50, 6, `${CHANGE} showValues style="gap: 0; value-position: bar"`),
  example(
    'negative stacks',
    50,
    8,
    `series='[{"name":"In","stack":"cash"},{"name":"Grant","stack":"cash"},{"name":"Out","stack":"cash"}]' labels='["Q1","Q2","Q3"]' bars='[[40,10,-35],[52,0,-61],[48,5,-44]]' showValues showLegend style="palette: vivid"`,
  ),
  example(
    'absent is not zero',
    50,
    6,
    `series='[{"name":"Rain"}]' labels='["Mon","Tue","Wed","Thu"]' bars='[[3.2],[0],[null],[0.05]]' showValues style="gap: 0"`,
  ),
  example('vertical', 50, 10, `${HOURS} style="orientation: vertical"`),
  example(
    'vertical values',
    50,
    10,
    `${YEARS} showValues showLegend style="orientation: vertical; bar-width: 2"`,
  ),
  example(
    'vertical stacked',
    50,
    12,
    `${STACKED} showValues showLegend style="orientation: vertical; bar-width: 4; height: 12"`,
  ),
  example(
    'vertical negative',
    50,
    12,
    `${CHANGE} showValues style="orientation: vertical; bar-width: 3; height: 12"`,
  ),
  example('sparkline', 40, 1, `series='[{"name":"CPU"}]' ${LOAD} showValues`),
  example(
    'sparklines',
    40,
    3,
    `series='[{"name":"in"},{"name":"out"},{"name":"errors"}]' bars='[[40,12,0],[52,18,0],[null,22,1],[61,30,0],[85,41,0],[90,44,4],[72,39,2],[66,31,0]]' max="100" showValues`,
  ),
  example(
    'tall sparkline',
    40,
    4,
    `series='[{"name":"CPU"}]' ${LOAD} showValues style="height: 4"`,
  ),
  example(
    'sparkline below zero',
    40,
    4,
    `series='[{"name":"Δ"}]' bars='[[4],[9],[3],[-2],[-7],[-12],[-5],[1],[8],[14]]' showValues style="height: 4"`,
  ),
  example(
    'newest points',
    40,
    1,
    `series='[{"name":"ms"}]' bars='${JSON.stringify(STREAM)}' showValues value-format="value"`,
  ),
  example(
    'folded',
    40,
    1,
    `series='[{"name":"ms"}]' bars='${JSON.stringify(STREAM)}' showValues value-format="value" style="downsample: max"`,
  ),
  example('led', 50, 6, `${METERS} showValues style="bar-style: led; gap: 0"`),
  example(
    'led thresholds',
    50,
    4,
    `${METERS} showAxis="false" style="bar-style: led; gap: 0; led-width: 2; high-value: 60; led-color-low: #16965c; led-color-high: #db455d"`,
  ),
  example(
    'led vertical',
    24,
    8,
    `series='[{"name":"L"},{"name":"R"}]' labels='["Drums","Bass"]' bars='[[72,95],[40,55]]' style="orientation: vertical; bar-style: led; bar-width: 2; height: 8"`,
  ),
  example('stacks are solid', 50, 6, `${STACKED} style="bar-style: led; gap: 0"`),
  example('more than fits', 40, 5, `${HOURS} showValues style="gap: 0; height: 5"`),
  example(
    'percent',
    50,
    5,
    `series='[{"name":"Disk"}]' labels='["/","/home","/var"]' bars='[[0.42],[0.875],[0.05]]' min="0" max="1" showValues value-format="percent" style="gap: 0"`,
  ),
  example(
    'shares',
    50,
    7,
    `${STACKED} showValues showLegend style="gap: 0; palette: theme; stack-scale: percent; value-position: inside"`,
  ),
  example(
    'targets',
    50,
    7,
    `series='[{"name":"Sales"}]' ${MONTHS} bars='[[120],[180],[95],[210]]' marks='[{"values":[140,150,150,200],"label":"plan","color":"var(--error)"},{"value":160,"label":"mean"}]' showValues showLegend style="gap: 0"`,
  ),
  example(
    'zero line',
    50,
    10,
    `${CHANGE} showValues unit="%" style="orientation: vertical; bar-width: auto; max-bar-width: 8; zero-line: line; value-position: inside"`,
  ),
  example(
    'history',
    50,
    7,
    `series='[{"name":"ms"}]' bars='${JSON.stringify(STREAM)}' showAxis="true" showValues unit="ms" marks='[{"value":150,"label":"limit"}]' style="height: 7; align-entries: end; color-stops: 0 var(--success), 100 var(--warning), 150 var(--error)"`,
  ),
  example(
    'two points a cell',
    50,
    9,
    `series='[{"name":"in"},{"name":"out"}]' bars='${JSON.stringify(WAVES)}' showValues style="height: 9; palette: theme; resolution: braille; series-scale: own"`,
  ),
  example(
    'half blocks',
    50,
    4,
    `series='[{"name":"in"}]' bars='${JSON.stringify(WAVES.map(([wave]) => [wave]))}' showAxis="true" showValues value-format="value" style="height: 4; resolution: half"`,
  ),
  example(
    'logarithm',
    50,
    7,
    `series='[{"name":"Requests"}]' labels='["1 ms","10 ms","100 ms","1 s"]' bars='[[4],[31],[12500],[900]]' showValues style="gap: 0; value-scale: log"`,
  ),
  example(
    'fit',
    50,
    6,
    `series='[{"name":"°C"}]' labels='["Mon","Tue","Wed","Thu"]' bars='[[36.6],[36.9],[38.2],[37.4]]' showValues style="gap: 0; baseline: fit"`,
  ),
];
