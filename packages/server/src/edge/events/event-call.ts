import type { Lane } from '../../event-store/ingest/lane.ts';
import { VERSION } from '../../platform/base/version.ts';

/** A call of `POST /api/events` that waits at this node. It has no address of its sender. Source: SCL-31. */
export interface EventCall {
  /** Whose key sent it. */
  readonly lane: Lane;
  readonly key: string;
  readonly userAgent: string | undefined;
  /** By the clock of this node. */
  readonly receivedAt: Date;
  /** The sender's clock at that moment; undefined when it was not sent. */
  readonly sentAt: Date | undefined;
  readonly events: readonly unknown[];
}

/** A call of this node itself, with the key that had asked it. */
export function ownCall(
  by: Pick<EventCall, 'key' | 'lane'>,
  events: readonly unknown[],
  suffix = '',
): EventCall {
  const now = new Date();
  return {
    ...by,
    userAgent: `comporta-edge/${VERSION}${suffix}`,
    receivedAt: now,
    sentAt: now,
    events,
  };
}

/**
 * The body with which some events of a call are sent on. `sentAt` moves by as long as the call has waited: otherwise the
 * service would take the wait for a wrong clock, and move every event. Source: SCL-32.
 */
export function bodyNow(
  { sentAt, receivedAt }: Pick<EventCall, 'sentAt' | 'receivedAt'>,
  events: readonly unknown[],
  now: number = Date.now(),
): string {
  if (sentAt === undefined) return JSON.stringify({ events });
  const moved = new Date(sentAt.getTime() + (now - receivedAt.getTime()));
  return JSON.stringify({ sentAt: moved.toISOString(), events });
}
