/** HMAC-SHA-256 for the server and for `tui-runtime/client`; the page has `page/hmac.ts`. */
import { createHmac } from 'node:crypto';
import type { Hmac } from './proof.js';

export const hmacSha256: Hmac = (key, text) => createHmac('sha256', key).update(text).digest('hex');
