import { createCliRenderer, TextRenderable } from '@opentui/core';
const r = await createCliRenderer({ exitOnCtrlC: true });
r.root.add(new TextRenderable(r, { content: 'Hello, world' }));
await r.idle();
r.destroy();
