/** The registry: every element, one line each. */
import { createRegistry, type Registry } from '../runtime/tree/registry.js';
import { Button } from './button.js';
import { Checkbox } from './checkbox.js';
import { Container } from './container.js';
import { DataBars } from './data-bars/data-bars.js';
import { Radio, RadioGroup } from './radio.js';
import { Switch } from './switch.js';
import { Text } from './text.js';

export const elements = [
  Container,
  Text,
  DataBars,
  Button,
  Checkbox,
  Radio,
  RadioGroup,
  Switch,
] as const;

export const registry: Registry = createRegistry(elements);
