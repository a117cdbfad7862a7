import type { Language } from '@comporta/messages/languages';
import type { Log } from '../platform/base/log.ts';
import type { Tally } from '../platform/base/tally.ts';
import { findDestination } from '../platform/changes/notification-queue.ts';
import type { Sql } from '../platform/database/database.ts';
import { doPeriodically } from '../platform/database/periodic-work.ts';
import {
  findDueApplications,
  readOwners,
  readTouched,
  type StoredDelivery,
  saveOutcome,
  takeDelivery,
  takeDueDelivery,
} from './delivery-repository.ts';
import { textOf } from './delivery-text.ts';
import { linkToChange } from './link-to-change.ts';
import { linkToResults } from './result-news-text.ts';
import { pauseMsAfter } from './retry-pauses.ts';
import { type MessageLink, slackMessage } from './slack-message.ts';
import { linkToStale } from './stale-news-text.ts';
import type { Outcome, WebhookSender } from './webhook-sender.ts';

export interface DeliveryWorker {
  /** Attempts a delivery now, whether it is due or not; resolves after the attempt. */
  deliver(delivery: Pick<StoredDelivery, 'id' | 'applicationId'>): Promise<void>;
  close(): Promise<void>;
}

const LOOK_INTERVAL_MS = 1_000;
const APPLICATIONS_AT_ONCE = 32;
/** So that webhooks of one company that do not respond leave places to others. */
const APPLICATIONS_OF_COMPANY = 16;
/** After this many deliveries, or this time, an application gives its place to another one. */
const DELIVERIES_IN_A_ROW = 50;
const TURN_MS = 10_000;

interface Delivering {
  readonly log: Log;
  readonly outcomes: Tally<'outcome'>;
  /** Where the console is, for links to it. */
  readonly publicUrl: string;
  readonly everyMs?: number | undefined;
}

/**
 * Sends the queued deliveries; any number of nodes may do so concurrently. Each application has its own
 * loop, so that a webhook that does not respond delays no other application.
 */
export function keepDelivering(
  sql: Sql,
  sender: WebhookSender,
  { log, outcomes, publicUrl, everyMs = LOOK_INTERVAL_MS }: Delivering,
): DeliveryWorker {
  const turns = new Map<string, { readonly company: string; readonly ended: Promise<void> }>();
  let closed = false;

  async function look(): Promise<void> {
    const limit = APPLICATIONS_AT_ONCE - turns.size;
    if (limit === 0) return;
    const taken = [...turns].map(([id, { company }]) => ({ id, company }));
    const ofCompany = APPLICATIONS_OF_COMPANY;
    for (const { id, company } of await findDueApplications(sql, { taken, limit, ofCompany })) {
      turns.set(id, { company, ended: takeTurn(id) });
    }
  }

  async function takeTurn(applicationId: string): Promise<void> {
    const endsAt = performance.now() + TURN_MS;
    const hasTime = () => !closed && performance.now() < endsAt;
    try {
      for (let count = 0; count < DELIVERIES_IN_A_ROW && hasTime(); count += 1) {
        const delivery = await sql.transaction((inside) => takeDueDelivery(inside, applicationId));
        if (delivery === undefined) return;
        const { error } = await attempt(delivery);
        outcomes.add(error ?? 'DELIVERED');
        if (error !== null) return;
      }
    } catch (error) {
      log.warn(
        { err: error, applicationId },
        'notifications could not be sent; they are retried later',
      );
    } finally {
      turns.delete(applicationId);
    }
  }

  async function attempt(delivery: StoredDelivery): Promise<Outcome> {
    const outcome = await send(delivery);
    await saveOutcome(sql, delivery.id, {
      deliveredAt: outcome.error === null ? new Date() : null,
      pauseMs: pauseMsOf(delivery, outcome),
      lastStatus: outcome.status,
      lastError: outcome.error,
    });
    return outcome;
  }

  async function send(delivery: StoredDelivery): Promise<Outcome> {
    const { id, applicationId, change, createdAt } = delivery;
    const destination = delivery.destination ?? (await findDestination(sql, applicationId));
    if (destination === undefined) return { status: null, error: 'NO_WEBHOOK' };
    const { language } = destination;
    const touched = await readTouched(sql, delivery);
    const owners = await readOwners(sql, delivery);
    const text = textOf({ ...delivery, touched, owners }, language);
    const message = slackMessage(text, change?.at ?? createdAt, linkOf(delivery, language));
    return sender.send(destination, { id, payload: JSON.stringify(message) });
  }

  function linkOf(delivery: StoredDelivery, language: Language): MessageLink | undefined {
    const { change, news } = delivery;
    if (news?.kind === 'STALE') return linkToStale({ ...delivery, publicUrl }, language);
    if (news !== null) return linkToResults(news, { ...delivery, publicUrl }, language);
    return change === null ? undefined : linkToChange(change, { ...delivery, publicUrl }, language);
  }

  const looking = doPeriodically(everyMs, look, log);
  return {
    async deliver({ id, applicationId }) {
      const delivery = await sql.transaction((inside) => takeDelivery(inside, applicationId, id));
      if (delivery === undefined) return;
      const { error } = await attempt(delivery);
      outcomes.add(error ?? 'DELIVERED');
    },
    async close() {
      closed = true;
      await looking.close();
      await Promise.all([...turns.values()].map(({ ended }) => ended));
      await sender.close();
    },
  };
}

/** Time until the next attempt; undefined when there is none. */
function pauseMsOf(
  { change, news, attempts }: StoredDelivery,
  { error }: Outcome,
): number | undefined {
  // A test message gets one attempt: the user who sent it sees the outcome.
  const isTest = change === null && news === null;
  if (error === null || error === 'NO_WEBHOOK' || isTest) return undefined;
  return pauseMsAfter(attempts);
}
