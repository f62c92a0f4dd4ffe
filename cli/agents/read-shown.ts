/** Validates what an app's process sends of its screen, as for a page. */
import { readTree } from '../../runtime/page/page-data.js';
import type { Shown } from './request.js';

/** UTF-16 units of a title that is read. */
const MAX_TITLE = 200;

/** @throws TypeError if the data has another shape */
export function readShown(value: unknown): Shown {
  const { title, items } = Object(value) as Readonly<Record<string, unknown>>;
  return {
    title: typeof title === 'string' ? title.slice(0, MAX_TITLE) : '',
    items: readTree(items),
  };
}
