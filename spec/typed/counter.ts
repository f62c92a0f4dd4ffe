/** The script of counter.tui, which the app's own declarations type. */
declare global {
  namespace Tui {
    interface StateValues {
      presses: number[];
    }
  }
}

export const state = $tui.createState({ count: 0 });

const chart = $tui.getElementById('history');
const picks = $tui.getElementById('picks');

export function add(): void {
  const step: number = $tui.config?.getNumber('counter.step') ?? 1;
  const title: string | undefined = $tui.config?.getString('counter.title');
  state.count += step;
  const presses = [...($tui.state.get('presses') ?? []), state.count];
  $tui.state.set('presses', presses);
  chart.bars = presses.map((value) => [value]);
  chart.labels = presses.map((_, index) => String(index + 1));
  chart.selectedIds = [];
  if (title !== undefined) $tui.getElementById('box').title = title;
}

export function pick(value: string | undefined): string | undefined {
  picks.value = value;
  return picks.value;
}

export const wrong = (): void => {
  // @ts-expect-error: a button has no bars.
  $tui.getElementById('add').bars = [];
  // @ts-expect-error: no row of a chart is text.
  chart.bars = [['much']];
  // @ts-expect-error: labels are texts.
  chart.labels = [1];
  // @ts-expect-error: the setting is a number.
  $tui.config?.set('counter.step', 'two');
  // @ts-expect-error: an app exits with a number.
  $tui.exit('now');
  // @ts-expect-error: presses are numbers.
  $tui.state.set('presses', ['one']);
};
