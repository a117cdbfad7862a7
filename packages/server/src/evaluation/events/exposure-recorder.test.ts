import { compile } from '@comporta/engine/compile';
import { evaluate } from '@comporta/engine/evaluate';
import type { Snapshot } from '@comporta/engine/snapshot';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { openEventIngest } from '../../event-store/ingest/event-ingest.ts';
import { openPostgresEventStore } from '../../event-store/postgres/postgres-event-store.ts';
import { createLog } from '../../platform/base/log.ts';
import { Rejection } from '../../platform/base/rejection.ts';
import { hashSecret } from '../../platform/base/secrets.ts';
import type { CachedEnvironment } from '../../snapshot/snapshots.ts';
import { exposures } from '../../tables/events.ts';
import { openMeasuredShop } from '../../testing/measured-shop.ts';
import { startTestServer } from '../../testing/test-server.ts';
import { recordExposures } from './exposure-recorder.ts';

const ROOM = 200;
/** Three quarters of it: the rest is for other companies (FAIR-05). */
const MOST = 150;

it('OPR-01, RES-25: a user who finds no room while events cannot be stored is recorded at a later evaluation', async () => {
  const server = await startTestServer();
  const shop = await openMeasuredShop(server);
  const { phases } = await shop.start();
  const { sql } = server.database;
  const store = openPostgresEventStore(sql);
  let isAway = true;
  let dropped = 0;
  const ingest = openEventIngest({
    sql,
    store: {
      ...store,
      append: async (batch) => {
        if (isAway) throw new Rejection('SERVICE_UNAVAILABLE');
        return store.append(batch);
      },
    },
    log: createLog('silent'),
    mostRecorded: ROOM,
    onStored() {},
    onDropped() {
      dropped += 1;
    },
  });
  const { body: source } = await server.call<Snapshot>('GET', '/api/sdk/snapshot', {
    token: shop.environmentKey,
  });
  const compiled = compile(source);
  const head = { revision: source.revision, accountId: shop.admin.accountId };
  // The recorder reads nothing else of it.
  const environment = {
    id: shop.environmentId,
    snapshot: { head, source, compiled },
  } as unknown as CachedEnvironment;
  const recorder = recordExposures(ingest);
  const show = (uid: string) => {
    const context = { uid, properties: {} };
    const outcome = evaluate(compiled, source.toggles[0]?.name ?? '', context);
    if (outcome !== undefined)
      recorder.evaluated(
        { kind: 'ENVIRONMENT_KEY', keyHash: hashSecret(shop.environmentKey), environment },
        outcome,
        context,
      );
  };

  for (let user = 0; user < MOST; user++) show(`user-${user}`);
  const storing = ingest.flush();
  for (const uid of ['ana', 'bea', 'cid']) show(uid);
  await storing;
  show('dan');
  expect(dropped).toBeGreaterThan(0);
  isAway = false;
  const stored = () => sql.$count(exposures, eq(exposures.phaseId, phases[0]?.id ?? ''));
  await expect.poll(stored).toBe(MOST);
  // The rows can be seen a moment before the recorder has room again: users evaluate again and again.
  await expect
    .poll(() => {
      for (const uid of ['ana', 'bea', 'cid', 'dan']) show(uid);
      return stored();
    })
    .toBe(MOST + 4);
  await ingest.close();
  await server.close();
});
