/**
 * The messages of the mirror, declared once: what is accepted, the types, and the reference page are made of
 * these tables. Each message is a JSON object in a text message of the WebSocket; fields that are not known are
 * ignored, so that either side may be newer.
 */

import { ACTION_KEYS, type AccessibleAction } from '../../runtime/base/accessible-node.js';
import type { FrameMessage, TreeMessage } from './server-data.js';
import { MAX_PASTE, MAX_PRINTED, MAX_SIDE, MAX_TEXT } from './protocol.js';

/** What a client may do: `drive` sends input, `view` does not. */
export type Role = 'view' | 'drive';

/** A field, as JSON Schema. */
interface Field {
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array' | 'null';
  readonly description: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
}

interface MessageSpec {
  readonly summary: string;
  /** What a client needs to send or to receive it. */
  readonly role: Role;
  readonly required: readonly string[];
  readonly fields: Readonly<Record<string, Field>>;
}

const MODIFIERS = {
  ctrl: { type: 'boolean', description: 'Ctrl is held.' },
  alt: { type: 'boolean', description: 'Alt (Option) is held.' },
  shift: { type: 'boolean', description: 'Shift is held.' },
  meta: { type: 'boolean', description: 'Meta (Command, Windows) is held.' },
} as const;

const cell = (axis: string) =>
  ({
    type: 'integer',
    minimum: 0,
    maximum: MAX_SIDE - 1,
    description: `${axis} of the cell, from 0.`,
  }) as const;
const steps = (axis: string) =>
  ({
    type: 'integer',
    minimum: -100,
    maximum: 100,
    description: `Steps of the wheel, ${axis} positive.`,
  }) as const;
const side = (name: string) =>
  ({ type: 'integer', minimum: 1, maximum: MAX_SIDE, description: `${name} in cells.` }) as const;

/** What clients send. */
export const CLIENT_MESSAGES = {
  ack: {
    summary: 'A message was received and shown. The next one of its kind comes after that.',
    role: 'view',
    required: ['of', 'seq'],
    fields: {
      of: { type: 'string', enum: ['frame', 'tree', 'image'], description: 'What was received.' },
      seq: { type: 'integer', minimum: 0, description: 'Its `seq`, or the `id` of an image.' },
    },
  },
  subscribe: {
    summary: 'What the client receives besides frames.',
    role: 'view',
    required: [],
    fields: {
      tree: { type: 'boolean', description: 'The accessible tree, whenever it has changed.' },
      log: { type: 'boolean', description: 'What the app logs. Needs the drive token.' },
      images: { type: 'boolean', description: 'Images that the screen shows, once each.' },
    },
  },
  key: {
    summary: 'A key is pressed.',
    role: 'drive',
    required: ['key'],
    fields: {
      key: {
        type: 'string',
        minLength: 1,
        maxLength: 32,
        description: 'As `KeyboardEvent.key`: `a`, `Enter`, `ArrowUp`, `F1`.',
      },
      code: { type: 'string', maxLength: 32, description: 'As `KeyboardEvent.code`.' },
      repeat: { type: 'boolean', description: 'The key is held down.' },
      ...MODIFIERS,
    },
  },
  text: {
    summary: 'Text that was typed by other means than single keys: an input method, a phone.',
    role: 'drive',
    required: ['text'],
    fields: {
      text: { type: 'string', minLength: 1, maxLength: MAX_TEXT, description: 'The text.' },
    },
  },
  paste: {
    summary: `Text that was pasted, at most ${MAX_PASTE} UTF-16 units of it.`,
    role: 'drive',
    required: ['text'],
    fields: {
      text: { type: 'string', description: 'The text, or a part of it.' },
      more: { type: 'boolean', description: 'The next `paste` has the next part.' },
    },
  },
  mouse: {
    summary: 'The mouse is moved, pressed, released or its wheel turned.',
    role: 'drive',
    required: ['action', 'x', 'y'],
    fields: {
      action: {
        type: 'string',
        enum: ['press', 'release', 'move', 'drag', 'wheel'],
        description: '`drag` is a move with a button held.',
      },
      button: {
        type: 'integer',
        minimum: -1,
        maximum: 4,
        description:
          'As in the DOM: 0 left, 1 middle, 2 right; default 0, and -1 for `move` and `wheel`.',
      },
      x: cell('Column'),
      y: cell('Row'),
      deltaX: steps('right'),
      deltaY: steps('down'),
      ...MODIFIERS,
    },
  },
  focus: {
    summary: 'The page has gained or lost the focus.',
    role: 'drive',
    required: ['focused'],
    fields: { focused: { type: 'boolean', description: 'It has the focus.' } },
  },
  resize: {
    summary: 'A new size for the screen of an app without a terminal. Ignored for others.',
    role: 'drive',
    required: ['width', 'height'],
    fields: { width: side('Width'), height: side('Height') },
  },
  act: {
    summary: 'Operates an element of the accessible tree, as a person would.',
    role: 'drive',
    required: ['ref', 'action'],
    fields: {
      ref: { type: 'string', minLength: 1, maxLength: 256, description: 'Its `ref` in the tree.' },
      action: { type: 'object', description: 'What to do; see [Actions](#actions).' },
    },
  },
  sync: {
    summary:
      'Requests a `synced` when the app has taken all that this client sent before. Of several, the last one is answered.',
    role: 'drive',
    required: ['id'],
    fields: {
      id: {
        type: 'integer',
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'A number, for `synced`.',
      },
    },
  },
} as const satisfies Readonly<Record<string, MessageSpec>>;

/** What the mirror sends. */
export const SERVER_MESSAGES = {
  hello: {
    summary: 'The first message.',
    role: 'view',
    required: ['protocol', 'role', 'resizable', 'proof'],
    fields: {
      protocol: { type: 'integer', description: 'Version of the protocol: 1.' },
      role: { type: 'string', enum: ['view', 'drive'], description: 'What the client may do.' },
      resizable: { type: 'boolean', description: '`resize` counts: the app has no terminal.' },
      proof: {
        type: 'string',
        description: 'That the server knows the token. Close the connection where it is another.',
      },
    },
  },
  frame: {
    summary: 'What changed on the screen since the last frame that this client acknowledged.',
    role: 'view',
    required: ['seq', 'key', 'width', 'height', 'scheme', 'title', 'cursor', 'styles', 'rows'],
    fields: {
      seq: { type: 'integer', description: 'Its number, for `ack`.' },
      key: {
        type: 'boolean',
        description: 'True for all of the screen: what was known of rows and styles is void.',
      },
      width: side('Width'),
      height: side('Height'),
      scheme: {
        type: 'string',
        enum: ['dark', 'light'],
        description: 'What the theme is made for.',
      },
      title: { type: 'string', description: 'Title of the window.' },
      cursor: { type: 'object', description: '`{x, y}`, or null where it is hidden.' },
      styles: {
        type: 'array',
        description:
          'Styles that runs use from now on, added to those that came before: `{ink, paper, attributes}`, ' +
          'colours as `#rrggbb`, attributes any of `bold`, `dim`, `italic`, `underline`, `strike`.',
      },
      rows: {
        type: 'array',
        description:
          'Rows that changed: `[y, runs, links]`. A run is `[text, cells, style]`, from the left; blank cells at ' +
          'the end are left out. A link is `[x, cells, href]`. A row with images has a fourth part, of ' +
          '`[x, cells, image, column, row, paper]`: the cells show the part of the image from that column and row ' +
          'of it, over that colour. The runs show it in glyphs.',
      },
      images: {
        type: 'array',
        description: 'Ids of the images that the app has, where it has some. Others are void.',
      },
      inline: {
        type: 'boolean',
        description:
          'True where the rows are those of an inline app, below the lines that it has printed.',
      },
      printed: {
        type: 'object',
        description:
          'Lines that the app has printed (`$tui.print`) and the client does not have: `{key, first, styles, lines}`. ' +
          'With `key`, those that it has are void. `first` is the number of the first line, from 0. A line is a list of ' +
          `runs, whose styles are those beside it. The mirror keeps the last ${MAX_PRINTED} lines for new clients.`,
      },
    },
  },
  image: {
    summary: 'An image that the screen shows. The next one comes when it is acknowledged.',
    role: 'view',
    required: ['id', 'columns', 'rows', 'png'],
    fields: {
      id: { type: 'integer', description: 'What rows call it, and `seq` of its `ack`.' },
      columns: { type: 'integer', description: 'Cells that it covers from left to right.' },
      rows: { type: 'integer', description: 'Cells that it covers from top to bottom.' },
      png: { type: 'string', description: 'The image as PNG, in base64.' },
    },
  },
  tree: {
    summary: 'The accessible tree, as a list of nodes with their depth.',
    role: 'view',
    required: ['seq', 'lang', 'items'],
    fields: {
      seq: { type: 'integer', description: 'Its number, for `ack`.' },
      lang: { type: 'string', description: 'Language of the document (BCP 47).' },
      items: { type: 'array', description: 'The nodes in document order.' },
    },
  },
  log: {
    summary: 'The app has logged something.',
    role: 'drive',
    required: ['time', 'level', 'message'],
    fields: {
      time: { type: 'number', description: 'Milliseconds since 1970.' },
      level: { type: 'string', description: '`TRACE`, `DEBUG`, `INFO`, `WARN` or `ERROR`.' },
      message: { type: 'string', description: 'The message.' },
      at: { type: 'string', description: 'File, line and column of the script.' },
    },
  },
  clipboard: {
    summary: 'The app has copied a text at the request of this client, whose clipboard it is for.',
    role: 'drive',
    required: ['text'],
    fields: { text: { type: 'string', description: 'The text.' } },
  },
  presence: {
    summary: 'Who is connected.',
    role: 'view',
    required: ['watching', 'driving'],
    fields: {
      watching: { type: 'integer', description: 'Clients that are connected.' },
      driving: { type: 'integer', description: 'Those of them that have sent input lately.' },
    },
  },
  synced: {
    summary:
      'The app has taken what the client sent before its `sync`. The frame that shows what came of it was sent, ' +
      'and so was the tree, where the client subscribes to it; not what the app does later, after a timer or a request.',
    role: 'drive',
    required: ['id'],
    fields: { id: { type: 'integer', description: 'That of the `sync`.' } },
  },
  end: {
    summary: 'The app has ended; the connection is closed after that.',
    role: 'view',
    required: ['code'],
    fields: { code: { type: 'integer', description: 'Its exit code.' } },
  },
} as const satisfies Readonly<Record<string, MessageSpec>>;

/** The field `action` of `act`. */
export const ACTIONS: Readonly<
  Record<AccessibleAction['type'], { readonly value: string; readonly summary: string }>
> = {
  focus: { value: '', summary: 'Gives it the focus; of a part, moves the keys there.' },
  press: {
    value: '',
    summary:
      'Presses a button, follows a link, switches, opens and closes; of a row, what Enter does there.',
  },
  set: {
    value: 'a text or a number',
    summary: 'The text of a field, or the value of a slider or divider.',
  },
  select: {
    value: 'true or false',
    summary: 'Selects an option, a row or a tab, or takes it out of the selection.',
  },
  key: {
    value: `\`key\`: ${ACTION_KEYS.map((key) => `\`${key}\``).join(', ')}`,
    summary: 'Presses a key while it has the focus.',
  },
};

type Value<F> = F extends { readonly enum: readonly (infer E)[] }
  ? E
  : F extends { readonly type: 'string' }
    ? string
    : F extends { readonly type: 'integer' | 'number' }
      ? number
      : F extends { readonly type: 'boolean' }
        ? boolean
        : unknown;

type Fields<S extends MessageSpec> = {
  readonly [K in Extract<S['required'][number], keyof S['fields']>]: Value<S['fields'][K]>;
} & { readonly [K in keyof S['fields']]?: Value<S['fields'][K]> };

type Messages<T extends Readonly<Record<string, MessageSpec>>> = {
  [K in keyof T]: { readonly type: K } & Fields<T[K]>;
}[keyof T];

export type ClientMessage = Messages<typeof CLIENT_MESSAGES>;
export type MessageOf<T extends ClientMessage['type']> = Extract<
  ClientMessage,
  { readonly type: T }
>;

/** Frames and trees are typed by hand: their fields hold more than a table of plain types states. */
export type ServerMessage =
  | FrameMessage
  | TreeMessage
  | Exclude<Messages<typeof SERVER_MESSAGES>, { readonly type: 'frame' | 'tree' }>;
export type ServerMessageOf<T extends ServerMessage['type']> = Extract<
  ServerMessage,
  { readonly type: T }
>;

/** The JSON schema of one message of a client, without its `type`. */
export function schemaOf({ required, fields }: MessageSpec): object {
  return {
    type: 'object',
    required,
    properties: Object.fromEntries(
      Object.entries(fields).map(([name, { description: _, ...field }]) => [name, field]),
    ),
  };
}
