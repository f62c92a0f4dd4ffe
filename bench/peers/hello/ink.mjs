import React from 'react';
import { render, Text } from 'ink';
const i = render(React.createElement(Text, null, 'Hello, world'));
await i.waitUntilRenderFlush?.();
i.unmount();
