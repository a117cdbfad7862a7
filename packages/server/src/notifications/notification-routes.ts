import * as api from '@comporta/contract/notifications/notification-api';
import { checkPage } from '@comporta/contract/paging';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { createRateLimit } from '../platform/base/rate-limit.ts';
import { valueOrReject } from '../platform/base/value-or-reject.ts';
import { recordUse } from '../platform/changes/changes.ts';
import type { Server } from '../platform/http/route.ts';
import { deliveryAnswer } from './delivery-answer.ts';
import {
  countDeliveriesOf,
  findNotificationSettings,
  listDeliveriesOf,
  newestDeliveryOf,
} from './delivery-repository.ts';
import type { DeliveryWorker } from './delivery-worker.ts';
import { resendDelivery, sendTestNotification } from './send-now.ts';

/** Per minute. Limited because each request makes this service call a third party's system. */
const SENDINGS_PER_APPLICATION = 30;

export function notificationRoutes(
  { route, routeOutsideTransaction }: Server,
  worker: DeliveryWorker,
): void {
  const takeSending = createRateLimit(SENDINGS_PER_APPLICATION);

  route(api.listDeliveries, async ({ sql, application, query }) => {
    const page = valueOrReject(checkPage(query));
    const { language } = orNotFound(await findNotificationSettings(sql, application.id));
    const upTo = query.upTo ?? (await newestDeliveryOf(sql, application.id));
    const which = { applicationId: application.id, upTo };
    const stored = await listDeliveriesOf(sql, which, page);
    const count = await countDeliveriesOf(sql, which);
    return {
      ...(upTo !== undefined && { upTo }),
      items: stored.map((delivery) => deliveryAnswer(delivery, language)),
      totalPages: Math.ceil(count / page.size),
    };
  });
  route(api.getWebhookSecret, async (call) => {
    const { secret } = orNotFound(await findNotificationSettings(call.sql, call.application.id));
    await recordUse(call, { after: { webhookSecretRead: true } });
    return { secret };
  });
  // Sending may take until the timeout, so no transaction is open meanwhile.
  routeOutsideTransaction(api.sendTestNotification, async (call) => {
    takeSending(call.application.id);
    return sendTestNotification(call, worker);
  });
  routeOutsideTransaction(api.resendDelivery, async (call) => {
    takeSending(call.application.id);
    return resendDelivery(call, call.params.id, worker);
  });
}
