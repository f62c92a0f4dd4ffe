/** `document.createEvent`: the classes of events that the standard lists for it and this DOM has. */
import { HashChangeEvent } from '../window/location.js';
import { fail } from '../tree/tree-node.js';
import { CustomEvent, dispatchControl, Event } from './event.js';
import { CompositionEvent, FocusEvent, KeyboardEvent, MouseEvent, UIEvent } from './ui-events.js';

type EventClass = new (type: string) => Event;

/** By their names in small letters. */
const KINDS: ReadonlyMap<string, EventClass> = new Map<string, EventClass>([
  ['compositionevent', CompositionEvent],
  ['customevent', CustomEvent],
  ['event', Event],
  ['events', Event],
  ['focusevent', FocusEvent],
  ['hashchangeevent', HashChangeEvent],
  ['htmlevents', Event],
  ['keyboardevent', KeyboardEvent],
  ['mouseevent', MouseEvent],
  ['mouseevents', MouseEvent],
  ['svgevents', Event],
  ['uievent', UIEvent],
  ['uievents', UIEvent],
]);

/** Creates an event without a type, for its `init…` method. @throws NotSupportedError for an unknown class of event */
export function createEvent(kind: unknown): Event {
  const Class = KINDS.get(String(kind).toLowerCase());
  if (Class === undefined) {
    return fail(
      'NotSupportedError',
      `expected the name of an event interface, found ${JSON.stringify(String(kind))}`,
    );
  }
  const event = new Class('');
  dispatchControl.uninitialize(event);
  return event;
}
