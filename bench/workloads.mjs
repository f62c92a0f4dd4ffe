/**
 * The workloads as documents: how a frame changes the model (`advance`), and how the document gets it
 * (`update`). All are 120 x 40 cells.
 */
import { cell, label } from './model.mjs';

const json = (value) => JSON.stringify(value);
/** Thousandths to tenths of a percent, as the charts show them. */
const percent = (values) => values.map((value) => [value / 10]);

function boxes(model, height) {
  const box = (bars, index) => `
  <container title="Chart ${index}" style="border: thin; width: 30; height: ${height}">
    <data-bars id="bars${index}" series='[{"name":"a","color":"ansi-cyan"}]' bars='${json(percent(bars))}'
      labels='${json(bars.map((_, entry) => label(entry)))}' min="0" max="100"
      show-values="true" show-axis="false" style="gap: 0"/>
  </container>`;
  return `<container style="flex-direction: row; flex-wrap: wrap">${model.bars.map(box).join('')}</container>`;
}

/** First paint: eight charts of twelve labelled bars. */
export const w1 = {
  name: 'first paint',
  markup: (model) => `<tui>${boxes(model, 20)}</tui>`,
  advance: () => undefined,
  update: () => () => undefined,
};

/** Streaming: every point of eight sparklines moves, every one of 96 bars changes. */
export const w2 = {
  name: 'streaming',
  markup: (model) => `<tui>
  ${model.sparks
    .map(
      (
        points,
        index,
      ) => `<data-bars id="spark${index}" min="0" max="100" show-values="true" value-format="value"
      series='[{"name":"spark ${index}","color":"ansi-green"}]' bars='${json(percent(points))}'/>`,
    )
    .join('')}
  ${boxes(model, 16)}</tui>`,
  advance: (model) => model.stream(),
  update(app, model) {
    const sparks = model.sparks.map((_, index) => app.document.getElementById(`spark${index}`));
    const bars = model.bars.map((_, index) => app.document.getElementById(`bars${index}`));
    return () => {
      for (let i = 0; i < 8; i++) {
        sparks[i].appendEntry([model.sparks[i].at(-1) / 10]);
        sparks[i].shiftEntry();
        bars[i].setValue(percent(model.bars[i]));
      }
    };
  },
};

/** Text churn: one cell of a table of forty rows and five columns changes. */
export const w3 = {
  name: 'one cell',
  markup: () => {
    const row = (_, index) =>
      `<container style="flex-direction: row">${Array.from(
        { length: 5 },
        (_, column) =>
          `<text id="c${index}-${column}" style="width: 24; white-space: nowrap">${cell(index, column, 0)}</text>`,
      ).join('')}</container>`;
    return `<tui>${Array.from({ length: 40 }, row).join('')}</tui>`;
  },
  advance: (model) => model.turn(),
  update: (app, model) => () => {
    const { row, column, tick } = model;
    app.document.getElementById(`c${row}-${column}`).firstChild.data = cell(row, column, tick);
  },
};
