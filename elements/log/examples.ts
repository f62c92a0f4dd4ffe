/** The examples of `log`. */
import type { Example } from '../support/author.js';

export const EXAMPLES: readonly Example[] = [
  {
    name: 'levels and entries',
    size: [56, 7],
    markup: `<log>
09:14:02 INFO  listening on port 8080
09:14:07 DEBUG GET /orders took 12 ms
09:14:09 WARN  retrying the payment of order 1042
09:14:11 ERROR payment failed
    at charge (pay.js:41)
    at checkout (cart.js:7)
09:14:12 INFO  order 1043 is paid
</log>`,
  },
  {
    name: 'colours of a program',
    size: [40, 4],
    markup: `<log>
&#27;[1mPASS&#27;[0m spec/cart.spec.ts &#27;[2m(12 ms)&#27;[0m
&#27;[1;7mFAIL&#27;[0m spec/pay.spec.ts
&#27;[32m+ 42 passed&#27;[0m
&#27;[31m- 1 failed&#27;[0m
</log>`,
  },
  {
    name: 'JSON lines',
    size: [60, 4],
    markup: `<log>
{"time":"09:14:02","level":"info","msg":"listening","port":8080}
{"time":"09:14:09","level":"warn","msg":"retrying","order":1042}
{"time":"09:14:11","level":"error","msg":"payment failed","code":"E402"}
a line that is not JSON stays as it is
</log>`,
  },
  {
    name: 'columns, filter and search',
    size: [60, 5],
    markup: `<log filter-text="!health" search-text="pay" columns='["time","level",{"key":"msg","label":"Message"}]'>
{"time":"09:14:02","level":"info","msg":"listening"}
{"time":"09:14:03","level":"debug","msg":"health check"}
{"time":"09:14:09","level":"warn","msg":"retrying the payment"}
{"time":"09:14:11","level":"error","msg":"payment failed"}
</log>`,
  },
];
