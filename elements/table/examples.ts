/** Pictures of the reference and goldens of the element. */
import type { Example } from '../../runtime/element/contract.js';

const PLANETS = `columns='[{"key":"name","label":"Planet","width":"1fr"},
    {"key":"radius","label":"Radius","format":"number","unit":"km"},
    {"key":"moons","label":"Moons"},{"key":"ring","label":"Rings"}]'
  rows='[["Mercury",2440,0,null],["Venus",6052,0,null],["Earth",6371,1,null],["Mars",3390,2,null],
    ["Jupiter",69911,95,"faint"],["Saturn",58232,146,"bright"],["Uranus",25362,28,"dark"],["Neptune",24622,16,"faint"]]'`;

export const EXAMPLES: readonly Example[] = [
  {
    name: 'sorted',
    size: [46, 9],
    markup: `<table sort-by="moons" sort-direction="descending" ${PLANETS}/>`,
  },
  {
    name: 'selected',
    size: [46, 9],
    markup: `<table selectable="multiple" row-key="name" selected-ids='["Earth","Mars"]' style="stripes: rows" ${PLANETS}/>`,
  },
  {
    name: 'lines',
    size: [46, 9],
    markup: `<table style="column-separator: thin" ${PLANETS}/>`,
  },
  {
    name: 'scrolled and narrow',
    size: [24, 6],
    markup: `<table selectable="single" ${PLANETS}/>`,
  },
  {
    name: 'totals, bars and sparklines',
    size: [58, 7],
    markup: `<table columns='[{"key":"host","label":"Host","footer":["Total","Mean"]},
    {"key":"load","label":"Load","format":"percent","bar":{"max":1},"footer":["","mean"]},
    {"key":"rate","label":"Last minutes","sparkline":{"color":"var(--success)"}},
    {"key":"errors","label":"Errors","footer":["sum","mean"]}]'
  rows='[["web-1",0.42,[3,4,4,6,9,7,5,4,6,8],3],["web-2",0.87,[5,6,8,8,9,9,9,8,9,9],41],
    ["db",0.15,[1,1,2,1,1,1,3,1,1,2],0],["cache",0.05,[2,2,1,2,2,1,2,2,1,1],1]]'/>`,
  },
  {
    name: 'sorted by two columns',
    size: [46, 9],
    markup: `<table sort-by="ring" sort-then='[{"key":"radius","direction":"descending"}]' ${PLANETS}/>`,
  },
  {
    name: 'empty',
    size: [46, 5],
    markup: `<table columns='["Name","Size","Changed"]' empty-text="This folder is empty"/>`,
  },
  {
    name: 'markup',
    size: [34, 4],
    markup: `<table>
  <tr><th>Planet</th><th>Moons</th><th align="right">Day</th></tr>
  <tr><td>Earth</td><td>1</td><td value="24">24 h</td></tr>
  <tr><td>Mars</td><td>2</td><td value="24.6">24.6 h</td></tr>
  <tr><td style="color: var(--warning)">Jupiter</td><td>95</td><td value="9.9">9.9 h</td></tr>
</table>`,
  },
];
