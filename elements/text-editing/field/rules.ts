/** The default style of both fields, below every theme and sheet. */
import type { StyleRule } from '../../../runtime/element/contract.js';
import { FEW_COLORS } from '../../support/looks.js';

export function fieldRules(tag: string): readonly StyleRule[] {
  const mono = '(monochrome)';
  return [
    {
      selector: tag,
      declarations: {
        color: 'var(--control-text)',
        'background-color': 'var(--control)',
        'ink-color': 'var(--control-text)',
        'border-color': 'var(--border)',
        // A large table below a field takes no row from it.
        'min-height': '1',
      },
    },
    { selector: `${tag}:hover`, declarations: { 'background-color': 'var(--control-hover)' } },
    {
      selector: `${tag}:focus`,
      declarations: { 'background-color': 'var(--control)', 'border-color': 'var(--focus)' },
    },
    {
      selector: `${tag}:user-invalid`,
      declarations: { 'border-color': 'var(--error)' },
    },
    {
      selector: `${tag}:disabled`,
      declarations: { color: 'var(--disabled)', 'background-color': 'var(--control)' },
    },
    { selector: `${tag}:hover`, media: mono, declarations: { 'font-weight': 'bold' } },
    {
      selector: `${tag}:focus`,
      media: mono,
      declarations: { video: 'reverse', 'font-weight': 'normal' },
    },
    {
      selector: `${tag}:disabled`,
      media: FEW_COLORS,
      declarations: { 'font-weight': 'dim', video: 'normal' },
    },
  ];
}
