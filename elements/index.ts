/** The registry: every element, one line each. */
import { createCheckedRegistry, type Registry } from '../runtime/element/registry.js';
import { Button } from './button.js';
import { Canvas } from './canvas/canvas.js';
import { Checkbox } from './checkbox.js';
import { Collapsible } from './collapsible.js';
import { Code } from './code/code.js';
import { Combobox } from './combobox/combobox.js';
import { Command } from './command.js';
import { Container } from './container.js';
import { DataBars } from './data-bars/data-bars.js';
import { DateInput } from './date-input/date-input.js';
import { Diff } from './diff/diff.js';
import { DataHeatmap } from './data-heatmap/data-heatmap.js';
import { DataLine } from './data-line/data-line.js';
import { Gauge } from './gauge/gauge.js';
import { Dialog } from './dialog.js';
import { FileInput } from './file-input/file-input.js';
import { FormStep } from './form/form-step.js';
import { Form } from './form/form.js';
import { Item } from './item.js';
import { Img } from './img/img.js';
import { Input } from './input/input.js';
import { KeyHints } from './key-hints.js';
import { Label } from './label.js';
import { List, ListItem } from './list/list.js';
import { Log } from './log/log.js';
import { Markdown } from './markdown/markdown.js';
import { Menu } from './menu/menu.js';
import { Progress } from './progress.js';
import { Radio, RadioGroup } from './radio.js';
import { OptGroup, Option } from './select/options.js';
import { Screen } from './screen.js';
import { Select } from './select/select.js';
import { Separator } from './separator.js';
import { Slider } from './slider.js';
import { Spinner } from './spinner.js';
import { SplitPane } from './split-pane.js';
import { Switch } from './switch.js';
import { TableCell, TableHeading, TableRow } from './table/model/rows.js';
import { Table } from './table/table.js';
import { Tab } from './tabs/tab.js';
import { Tabs } from './tabs/tabs.js';
import { Text } from './text.js';
import { Textarea } from './textarea/textarea.js';
import { Tree } from './tree/tree.js';

export const elements = [
  Container,
  Text,
  DataBars,
  DataHeatmap,
  DataLine,
  Gauge,
  Button,
  Canvas,
  Checkbox,
  DateInput,
  Diff,
  Dialog,
  FileInput,
  Form,
  FormStep,
  Img,
  Input,
  Label,
  List,
  ListItem,
  Log,
  Markdown,
  Menu,
  Item,
  Radio,
  RadioGroup,
  Screen,
  Select,
  Option,
  OptGroup,
  SplitPane,
  Switch,
  Table,
  TableCell,
  TableHeading,
  TableRow,
  Textarea,
  Tree,
  Code,
  Collapsible,
  Combobox,
  Command,
  KeyHints,
  Progress,
  Separator,
  Slider,
  Spinner,
  Tab,
  Tabs,
] as const;

export const registry: Registry = createCheckedRegistry(elements);
