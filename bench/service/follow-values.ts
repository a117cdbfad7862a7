/** A customer's process: an SDK that tells its parent of each revision that changed a value. Needs URL and KEY. */
import { createClient } from '../../packages/sdk/src/edge.ts';

const { URL: url = '', KEY: key = '' } = process.env;
const client = createClient({ url, key });
client.onChange(({ revision }) => process.send?.(revision));
await client.ready({ timeoutMs: 60_000 });
process.send?.(0);
