import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { listEventKeys } from '@comporta/contract/metrics/event-key-api';
import { importApplication } from '@comporta/contract/transfer/transfer-api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';
import { documentOf } from './siege/imported-document.ts';
import type { AttackName } from './two-companies/attacks.ts';
import { beginAttack } from './two-companies/begin-attack.ts';
import { type MeasuredShop, openMeasuredShop, PURCHASE } from './two-companies/measured-shop.ts';
import { witness } from './two-companies/witness.ts';

const ROUNDS = 25;
const TOGGLES = 500;

let folder: string;
let service: ServiceProcess;
let ours: MeasuredShop;
let theirs: MeasuredShop;
let acknowledged = 0;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'comporta-two-'));
  // When the tests run as root, the database runs as another user, who needs access to the folder.
  chmodSync(folder, 0o711);
  service = await startServiceProcess({
    DATA_DIR: path.join(folder, 'data'),
    SIGNUP: 'open',
    TRUST_PROXY: 'loopback',
  });
  ours = await openMeasuredShop(service, 'ana@example.com');
  theirs = await openMeasuredShop(service, 'rui@example.org');
  await theirs.admin.call(importApplication, {
    params: { appId: theirs.appId },
    query: {},
    body: JSON.parse(documentOf(TOGGLES, 0)),
  });
});
afterAll(async () => {
  await service.kill();
  rmSync(folder, { recursive: true, force: true });
});

it.each<[string, readonly AttackName[]]>([
  ['FAIR-81 HOS-01 HOS-02: malformed times and texts', ['poison']],
  ['FAIR-82 HOS-09: full calls of events from one address', ['flood']],
  ['FAIR-82 HOS-09: full calls of events from many networks', ['flood from many networks']],
  ['FAIR-83 HOS-03 HOS-10 HOS-13: junk names and streams', ['names', 'streams']],
  ['FAIR-80 HOS-12: all toggles at once as a server', ['bulk']],
  ['FAIR-80 HOS-12: all toggles at once as pages', ['bulk with the client key']],
  ['FAIR-84 HOS-04: writers, exports and imports', ['writers', 'exports', 'imports']],
])('%s harm no other company', async (_what, names) => {
  const { admin: _, ...shop } = theirs;
  const order = { shop: { ...shop, toggleCount: TOGGLES } };
  const attacks = await Promise.all(names.map((attack) => beginAttack({ attack, ...order })));
  const testimony = await witness(ours, ROUNDS);
  for (const attack of attacks) await attack.end();
  expect(testimony.complaints).toEqual([]);
  acknowledged += testimony.acknowledged;
  await expect.poll(countedPurchases, { timeout: 60_000 }).toBe(acknowledged);
});

it('FAIR-83: after it, the attacked application takes new names from its own servers', async () => {
  const answer = await fetch(`${service.url}/api/events`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${theirs.environmentKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      events: [
        {
          type: 'track',
          id: crypto.randomUUID(),
          key: 'refund',
          uid: 'ana',
          at: new Date().toISOString(),
        },
      ],
    }),
  });
  expect(await answer.json()).toMatchObject({ accepted: 1, rejected: [] });
  const stream = await fetch(`${service.url}/api/sdk/stream`, {
    headers: { authorization: `Bearer ${theirs.environmentKey}` },
  });
  expect(stream.status).toBe(200);
  await stream.body?.cancel();
});

async function countedPurchases(): Promise<number> {
  const keys = await ours.admin.call(listEventKeys, { params: { appId: ours.appId } });
  return keys.find(({ key }) => key === PURCHASE)?.days.reduce((sum, day) => sum + day, 0) ?? 0;
}
