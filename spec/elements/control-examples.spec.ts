/** The examples of the controls load without a fault, and each fills the size it says that it has. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { Button } from '../../elements/button.js';
import { Checkbox } from '../../elements/checkbox.js';
import { Collapsible } from '../../elements/collapsible.js';
import { Progress } from '../../elements/progress.js';
import { Radio, RadioGroup } from '../../elements/radio.js';
import { Separator } from '../../elements/separator.js';
import { Slider } from '../../elements/slider.js';
import { Spinner } from '../../elements/spinner.js';
import { Switch } from '../../elements/switch.js';
import { Tabs } from '../../elements/tabs/tabs.js';
import { unmountAll } from '../../runtime/testing/mount.js';
import { mount } from '../support/mount.js';

afterEach(unmountAll);

const CLASSES = [
  Button,
  Checkbox,
  Collapsible,
  Progress,
  Radio,
  RadioGroup,
  Separator,
  Slider,
  Spinner,
  Switch,
  Tabs,
];

describe.each(CLASSES.map((each) => [each.tag, each.examples] as const))('%s', (_tag, examples) => {
  it.each(examples.map((example) => [example.name, example] as const))(
    '%s',
    async (_name, example) => {
      const [width, height] = example.size;
      const app = await mount(example.markup, { width, height, theme: 'bw-std' });
      expect(app.diagnostics).toEqual([]);
      const lines = app.text().split('\n');
      expect(lines.length).toBeGreaterThanOrEqual(height - 2);
      // Nothing is cut: with more room there is no more to see.
      const larger = await mount(example.markup, { width, height: height + 9, theme: 'bw-std' });
      expect(larger.text().split('\n').length).toBeLessThanOrEqual(height);
    },
  );
});
