import { setTimeout as pause } from 'node:timers/promises';
import type { EventKey } from '@comporta/contract/metrics/event-key-api';
import type { FurnishedCompany } from './furnished-company.ts';
import { type MeasuredShop, openMeasuredShop } from './measured-shop.ts';
import type { TestServer } from './test-server.ts';

const USERS = 200;
const BUYERS_EACH = 3;
const LOOK_AGAIN_MS = 20;

/**
 * Creates another company with one stopped and one running analysis, and with users who saw the toggle and bought.
 * Ids and tokens that results do not need are those of the furnished company.
 */
export async function createMeasuredCompany(
  server: TestServer,
  furnished: FurnishedCompany,
): Promise<FurnishedCompany> {
  const shop = await openMeasuredShop(server);
  const ended = await shop.start();
  await shop.call('POST', `/analyses/${ended.id}/stop`, { reason: 'Enough.' });
  const { id: analysisId, ruleId } = await shop.start();
  const uids = Array.from({ length: USERS }, (_, index) => `user-${index}`);
  await shop.exposeAll(uids);
  await shop.track(uids.filter((_uid, index) => index % BUYERS_EACH === 0));
  await shop.count();
  await untilKeysAreCounted(shop);
  return {
    accountId: shop.admin.accountId,
    adminToken: shop.admin.token,
    memberToken: furnished.memberToken,
    accountKey: furnished.accountKey,
    environmentKey: shop.environmentKey,
    clientKey: shop.clientKey,
    ids: {
      ...furnished.ids,
      appId: shop.application.id,
      envId: shop.environmentId,
      'toggles/': shop.toggleId,
      'experiments/': shop.experiment.id,
      'metrics/': shop.metricId,
      analysisId,
      ruleId,
    },
  };
}

/** Waits until the server has written the counts per event key and day, which it does after a delay. */
async function untilKeysAreCounted({ server, application, admin }: MeasuredShop): Promise<void> {
  const at = `/api/apps/${application.id}/event-keys`;
  for (;;) {
    const { body } = await server.call<EventKey[]>('GET', at, { token: admin.token });
    const counted = body.flatMap(({ days }) => days).reduce((sum, count) => sum + count, 0);
    if (counted === Math.ceil(USERS / BUYERS_EACH)) return;
    await pause(LOOK_AGAIN_MS);
  }
}
