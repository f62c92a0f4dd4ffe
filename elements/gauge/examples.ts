/** Examples of gauges, for goldens and the reference. */
import type { Example } from '../../runtime/element/contract.js';

export const EXAMPLES: readonly Example[] = [
  {
    name: 'bars',
    size: [44, 6],
    markup: `<gauge label="Memory" value="0.42"/>
<gauge label="Disk  " value="91" max="100" low="70" high="90" optimum="0" unit="%"/>
<gauge label="Tank  " value="18" max="60" low="10" high="50" optimum="60" unit="l" target="45"/>
<gauge label="Load  " value="3.25" max="8" style="color-stops: 0 green, 4 yellow, 6 red"/>
<gauge label="Wind  " max="120" unit="km/h"/>`,
  },
  {
    name: 'rings',
    size: [44, 7],
    markup: `<container style="flex-direction: row; gap: 2">
  <gauge label="CPU" value="67" max="100" low="60" high="85" optimum="0" unit="%" show-axis style="gauge-shape: arc"/>
  <gauge label="Speed" value="38" max="120" target="80" unit="km/h" show-axis style="gauge-shape: arc"/>
</container>`,
  },
  {
    name: 'vertical',
    size: [44, 10],
    markup: `<container style="flex-direction: row; gap: 3; height: 10">
  <gauge label="Oil" value="82" min="40" max="120" unit="°" show-axis style="orientation: vertical"/>
  <gauge label="Fuel" value="0.3" style="orientation: vertical"/>
  <gauge label="Air" value="2.4" max="3" unit="bar" low="1" style="orientation: vertical; value-position: inside; width: 9"/>
</container>`,
  },
  {
    name: 'values',
    size: [44, 6],
    markup: `<gauge value="0.42" style="value-position: inside"/>
<gauge value="0.42" style="value-position: bar"/>
<gauge value="0.97" style="value-position: bar"/>
<gauge value="740" max="1000" unit="MB" show-axis style="height: 2"/>`,
  },
];
