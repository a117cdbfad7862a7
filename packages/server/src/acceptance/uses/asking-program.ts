/**
 * A program of a customer with an SDK, as a process of its own. `ASK` says what it does: `all` takes all values and closes, the
 * name of a toggle asks for it, `steered` and some names do what the parent sends: ask so many times, report, or close. `SECONDS` is how long
 * it lives; then it exits without a word, as scripts do.
 */
import { setTimeout as pause } from 'node:timers/promises';

/** What the SDKs of this release and the one before share. */
interface Client {
  ready(): Promise<boolean>;
  string(toggle: string, context: { readonly uid: string }, fallback: string): string;
  allValues(context: { readonly uid: string }): unknown;
  flush?(): Promise<void>;
  close(): Promise<void>;
}

type Order = { readonly ask: number } | 'report' | 'close';

const { SDK = '', COMPORTA_URL: url, COMPORTA_KEY: key, ASK = '', SECONDS = '0' } = process.env;
const { createClient } = await import(SDK);
const logger = { info() {}, warn() {}, error() {} };
const client: Client = createClient({ url, key, service: 'asking', logger });
if (!(await client.ready())) throw new Error('no values');

async function obey(order: Order): Promise<void> {
  if (order === 'close') await client.close();
  else if (order === 'report') await client.flush?.();
  else {
    const [, ...toggles] = ASK.split(' ');
    for (let n = 0; n < order.ask; n += 1) {
      client.string(toggles[n % toggles.length] ?? '', { uid: `user-${n % 100}` }, 'none');
    }
  }
}

if (ASK.startsWith('steered')) {
  process.on('message', async (order: Order) => {
    await obey(order);
    process.send?.('done');
    if (order === 'close') process.disconnect();
  });
  process.send?.('done');
} else {
  if (ASK === 'all') {
    client.allValues({ uid: 'ana' });
    await client.close();
  } else client.string(ASK, { uid: 'ana' }, 'none');
  await pause(Number(SECONDS) * 1000);
  process.exit();
}
