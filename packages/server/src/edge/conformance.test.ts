import { readdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { parseSnapshot } from '@comporta/client-core/parse-snapshot';
import { listKeyOf } from '@comporta/engine/id-lists/sip-hash';
import { idListOf, type ListInFile } from '@comporta/engine/testing/id-list-of';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAdmission } from '../evaluation/admission/admit.ts';
import { countLimited } from '../evaluation/admission/limited.ts';
import { dataPlaneRoutes } from '../evaluation/data-plane-routes.ts';
import { refuseUnrouted } from '../evaluation/ofrep/ofrep-errors.ts';
import { createStreamLimit } from '../evaluation/stream-limit.ts';
import { noteUsage } from '../evaluation/uses/usage-notes.ts';
import { newEnvironmentKey } from '../identity/keys/environment-key.ts';
import { newId } from '../platform/base/ids.ts';
import { createLog } from '../platform/base/log.ts';
import { hashSecret } from '../platform/base/secrets.ts';
import { readConfig } from '../platform/config/config.ts';
import { openHttp } from '../process/open-http.ts';
import { proxiesOf } from '../process/proxies.ts';
import { requireOfrepAnswer } from '../testing/ofrep-schema.ts';
import { cacheEdgeSnapshots } from './edge-snapshots.ts';

/** See conformance/evaluation/README.md. */
interface ConformanceFile {
  readonly snapshot: object;
  readonly lists?: readonly ListInFile[];
  readonly cases: readonly ConformanceCase[];
}

interface ConformanceCase {
  readonly description?: string;
  readonly toggle: string;
  readonly context: {
    readonly uid?: string;
    readonly properties?: Readonly<Record<string, unknown>>;
  };
  readonly expected: {
    readonly value: string;
    readonly reason: string;
    readonly ruleOrder?: number;
    readonly errorCode?: string;
  };
}

const FOLDER = new URL('../../../../conformance/evaluation/', import.meta.url);
const FLAGS = '/ofrep/v1/evaluate/flags';
const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

/** An edge node evaluates any snapshot that it is given, also one that a database would refuse. */
const snapshots = cacheEdgeSnapshots({ isIncomplete: () => false, refresh: async () => {} });
const config = readConfig({});
const log = createLog('silent');
const limited = countLimited({ log });
// A test machine is busy.
const instruments = { now: () => performance.now(), utilisation: () => 0 };
const admission = openAdmission({
  config,
  proxies: proxiesOf(config.trustProxy),
  limited,
  instruments,
});
const http = openHttp({
  config,
  log,
  database: { connections: () => ({ open: 0, idle: 0, waiting: 0 }) },
  refuseUnrouted,
});
dataPlaneRoutes(http, {
  snapshots,
  usage: noteUsage(),
  lastSeen: { seen() {}, snapshotRead() {}, seenInPage() {}, ruleServed() {} },
  openWithAccountKey: async () => undefined,
  stopping: new AbortController().signal,
  ofrepOrigins: [],
  streamLimit: createStreamLimit(1, limited),
  admission,
});
let origin: string;

beforeAll(async () => {
  await http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = http.server.address() as AddressInfo; // It listens on a port.
  origin = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  admission.close();
  await http.close();
});

describe.each(files)('%s over HTTP', (name) => {
  const { snapshot, lists, cases }: ConformanceFile = JSON.parse(
    readFileSync(new URL(name, FOLDER), 'utf8'),
  );
  const key = newEnvironmentKey();
  beforeAll(async () => {
    hold(lists);
    await feed(snapshot, key);
  });
  const ask = (path: string, body?: unknown) => send(path, key, body);

  it.each(cases.map((one, index) => ({ ...one, index })))(
    '$index $toggle $description',
    async ({ toggle, context, expected }) => {
      const { uid, properties = {} } = context;
      const fetched = await ask('/api/toggles', context);
      expect(fetched).toMatchObject({ status: 200, body: { [toggle]: expected.value } });
      if (fitsQuery(properties)) {
        const query = new URLSearchParams({ ...properties, ...(uid !== undefined && { uid }) });
        expect(await ask(`/api/toggles?${query}`)).toEqual(fetched);
      }

      const ofrepContext = { context: { ...properties, targetingKey: uid } };
      const flag = flagOf(toggle, expected);
      const one = await ask(`${FLAGS}/${encodeURIComponent(toggle)}`, ofrepContext);
      expect(one).toMatchObject({ status: 'errorCode' in flag ? 400 : 200, body: flag });
      const { ruleOrder, errorCode } = expected;
      if (ruleOrder !== undefined && errorCode === undefined)
        expect(one).toMatchObject({ body: { metadata: { ruleOrder } } });
      const all = await ask(FLAGS, ofrepContext);
      expect(all).toMatchObject({
        status: 200,
        body: { flags: expect.arrayContaining([expect.objectContaining(flag)]) },
      });
    },
  );
});

/** Loads the lists beside a snapshot. */
function hold(lists: readonly ListInFile[] = []): void {
  snapshots.lists.need({}, new Set(lists.map(({ id }) => id)));
  for (const { id, key, ids } of lists) {
    const list = idListOf(listKeyOf(Buffer.from(key, 'hex')), ids);
    snapshots.lists.put(id, { ...list, version: 1, count: ids.length, versions: [], fullFrom: 1 });
  }
}

/** Feeds the snapshot as an environment of its own, with this key. */
async function feed(snapshot: object, key: string): Promise<void> {
  const environment = { id: newId(), name: 'conformance' };
  const parsed = parseSnapshot(JSON.stringify({ ...snapshot, environment }));
  if (parsed === undefined) throw new Error('no snapshot');
  await snapshots.put({
    ...parsed,
    entityTag: '',
    keyHash: hashSecret(key),
    openedBy: '',
    currentAt: new Date().toISOString(),
  });
}

async function send(path: string, key: string, body?: unknown) {
  const response = await fetch(origin + path, {
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  });
  const { status } = response;
  const answer: unknown = await response.json();
  if (path.startsWith('/ofrep/')) {
    const headers = Object.fromEntries(response.headers);
    requireOfrepAnswer(path, { status, headers, body: answer });
  }
  return { status, body: answer };
}

/** The OFREP flag of the toggle: its value, or the error of a split without a targeting key. */
function flagOf(key: string, { value, reason, errorCode }: ConformanceCase['expected']) {
  if (errorCode !== undefined) return { key, errorCode };
  return { key, reason, value, variant: value };
}

/** In a query, all values are text, and `uid` is the user. */
function fitsQuery(
  properties: Readonly<Record<string, unknown>>,
): properties is Readonly<Record<string, string>> {
  return Object.entries(properties).every(
    ([key, value]) => key !== 'uid' && typeof value === 'string',
  );
}
