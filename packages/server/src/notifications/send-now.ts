import type { Delivery } from '@comporta/contract/notifications/notification';
import { newId } from '../platform/base/ids.ts';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { Rejection } from '../platform/base/rejection.ts';
import type { ApplicationScope } from '../platform/callers/application-scope.ts';
import { findDestination } from '../platform/changes/notification-queue.ts';
import type { Sql } from '../platform/database/database.ts';
import { deliveryAnswer } from './delivery-answer.ts';
import { findDelivery, insertTestDelivery, renewDelivery } from './delivery-repository.ts';
import type { DeliveryWorker } from './delivery-worker.ts';

interface SendNow {
  readonly sql: Sql;
  readonly application: ApplicationScope;
}

export async function sendTestNotification(
  { sql, application }: SendNow,
  worker: DeliveryWorker,
): Promise<Delivery> {
  const { language } = await requireDestination(sql, application.id);
  const delivery = { id: newId(), applicationId: application.id };
  await insertTestDelivery(sql, delivery);
  await worker.deliver(delivery);
  return deliveryAnswer(orNotFound(await findDelivery(sql, application.id, delivery.id)), language);
}

export async function resendDelivery(
  { sql, application }: SendNow,
  id: string,
  worker: DeliveryWorker,
): Promise<Delivery> {
  const delivery = orNotFound(await findDelivery(sql, application.id, id));
  const { language } = await requireDestination(sql, application.id);
  await renewDelivery(sql, id);
  await worker.deliver(delivery);
  return deliveryAnswer(orNotFound(await findDelivery(sql, application.id, id)), language);
}

async function requireDestination(sql: Sql, applicationId: string) {
  const destination = await findDestination(sql, applicationId);
  if (destination === undefined) throw new Rejection('NO_WEBHOOK');
  return destination;
}
