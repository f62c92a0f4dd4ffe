/** Validates an action that a model has written. */
import { ACTION_KEYS, type AccessibleAction } from '../../runtime/base/accessible-node.js';

/** Something that the model can mend. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}

/** The arguments of an action, as JSON Schema. */
export const ACTION_PROPERTIES = {
  ref: { type: 'string', description: 'As the tree has it, without ref=.' },
  action: { type: 'string', enum: ['focus', 'press', 'set', 'select', 'unselect', 'key'] },
  value: {
    type: ['string', 'number'],
    description: `For set the value; for key one of ${ACTION_KEYS.join(', ')}.`,
  },
} as const;

/** @throws ToolError */
export function actionOf(action: unknown, value: unknown): AccessibleAction {
  if (action === 'focus' || action === 'press') return { type: action };
  if (action === 'select') return { type: 'select', value: true };
  if (action === 'unselect') return { type: 'select', value: false };
  if (action === 'key' && ACTION_KEYS.some((key) => key === value)) {
    return { type: 'key', key: String(value) };
  }
  if (action === 'key') throw new ToolError(`value: expected one of ${ACTION_KEYS.join(', ')}`);
  if (action !== 'set')
    throw new ToolError('action: expected focus, press, set, select, unselect or key');
  if (typeof value !== 'string' && typeof value !== 'number') {
    throw new ToolError('value: expected a string or a number');
  }
  return { type: 'set', value };
}
