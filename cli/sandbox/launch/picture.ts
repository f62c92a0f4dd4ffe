/** The frame of a task that prints one. */
import type { Broker, BrokerHandler } from '../broker/broker.js';
import { collect } from '../broker/limits.js';
import type { Task } from '../channel/task.js';

/** Kept until the app has ended: what goes wrong with it is the user's business then. */
export function takePicture(broker: Broker, task: Task): { text: string | undefined } {
  const picture: { text: string | undefined } = { text: undefined };
  if (task.type !== 'paint' || !task.kept) return picture;
  const max = PICTURE_BASE + task.width * task.height * PICTURE_CELL;
  let isKept = false;
  const keep: BrokerHandler = async ({ body }) => {
    if (isKept || body === undefined) throw new Error('the app has already sent its picture');
    isKept = true;
    picture.text = (await collect(body, Math.min(max, MAX_PICTURE), 'the picture')).toString();
    return {};
  };
  broker.register('picture', keep, { streams: true });
  return picture;
}

/** Bytes that a picture may have beside its cells, for each cell in the wordiest format, and in all. */
const PICTURE_BASE = 1024 * 1024;
const PICTURE_CELL = 1024;
const MAX_PICTURE = 1024 * 1024 * 1024;
