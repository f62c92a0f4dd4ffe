/** Pictures of the reference and goldens of the element. */
import type { Example } from '../../runtime/element/contract.js';

const FILES = `[{"label":"src","expanded":true,"items":[
    {"label":"elements","expanded":true,"items":["button.ts","tree.ts"]},
    {"label":"runtime","items":["app.ts"]},
    "index.ts"]},
  {"label":"docs","items":["README.md"]},
  "package.json"]`;

const PROCESSES = `[{"label":"init","pid":1,"cpu":0.001,"memory":12582912,"expanded":true,"items":[
    {"label":"sshd","pid":812,"cpu":0,"memory":8912896,"expanded":true,"items":[{"label":"bash","pid":990,"cpu":0.002,"memory":5242880}]},
    {"label":"node","pid":1204,"cpu":0.42,"memory":214748364,"color":"var(--warning)"},
    {"label":"postgres","pid":733,"cpu":0.08,"memory":96468992,"items":[{"label":"writer","pid":734}]}]}]`;

export const EXAMPLES: readonly Example[] = [
  { name: 'files', size: [30, 9], markup: `<tree items='${FILES}'/>` },
  {
    name: 'columns',
    size: [46, 7],
    markup: `<tree items='${PROCESSES}' columns='[{"key":"label","label":"Process"},
  {"key":"pid","label":"PID"},{"key":"cpu","label":"CPU","format":"percent"},{"key":"memory","label":"Memory","format":"bytes"}]'/>`,
  },
  {
    name: 'several selected',
    size: [30, 6],
    markup: `<tree selectable="multiple" style="tree-guides: none" items='[
  {"label":"Fruit","expanded":true,"items":[{"label":"Apple","selected":true},{"label":"Pear","disabled":true},{"label":"Plum","selected":true}]},
  {"label":"Vegetables","items":["Leek"]}]'/>`,
  },
  {
    name: 'filtered',
    size: [30, 5],
    markup: `<tree filter-text=".ts tree" items='${FILES}'/>`,
  },
  {
    name: 'markup',
    size: [30, 6],
    markup: `<tree>
  <item label="Animals" expanded="true">
    <item>Cat</item>
    <item label="Birds" expanded="true"><item>Owl</item></item>
  </item>
  <item disabled="true">Plants</item>
</tree>`,
  },
  { name: 'empty', size: [30, 3], markup: `<tree empty-text="This folder is empty"/>` },
];
