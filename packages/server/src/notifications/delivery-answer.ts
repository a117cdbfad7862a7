import type { Delivery, DeliveryStatus } from '@comporta/contract/notifications/notification';
import type { Language } from '@comporta/messages/languages';
import type { StoredDelivery } from './delivery-repository.ts';
import { textOf } from './delivery-text.ts';

/** A delivery as the API returns it. */
export function deliveryAnswer(delivery: StoredDelivery, language: Language): Delivery {
  const { id, attempts, lastStatus, lastError, createdAt, deliveredAt, nextAttemptAt } = delivery;
  return {
    id,
    headline: textOf(delivery, language).headline,
    status: statusOf(delivery),
    attempts,
    lastStatus,
    lastError,
    createdAt: createdAt.toISOString(),
    deliveredAt: deliveredAt?.toISOString() ?? null,
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
  };
}

function statusOf({ deliveredAt, nextAttemptAt }: StoredDelivery): DeliveryStatus {
  if (deliveredAt !== null) return 'DELIVERED';
  return nextAttemptAt === null ? 'FAILED' : 'PENDING';
}
