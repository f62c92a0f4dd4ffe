/** What the tree tells of its changes; see `TuiDocument.observe`. */
import type { MutationRecord } from './element.js';

export type { MutationRecord } from './element.js';
export type RecordType = MutationRecord['type'];
