import { setTimeout as pause } from 'node:timers/promises';
import { retryAfterMsIn } from '@comporta/client-core/events/post-events';
import { pointsOf } from '../../evaluation/admission/points.ts';
import { rowsIn } from '../../evaluation/events/event-routes.ts';
import { OLDEST_MS } from '../../event-store/ingest/judge-event.ts';
import { atMostEach, type Log } from '../../platform/base/log.ts';
import type { Answer, AskService } from './ask-service.ts';
import { CallParts } from './call-parts.ts';
import { type Delivered, deliverCall } from './deliver-call.ts';
import { DeliveryLane } from './delivery-lane.ts';
import type { EventCall } from './event-call.ts';
import type { EventSpool, KeepOptions, Kept } from './event-spool.ts';
import type { DropReason, EventTotals } from './event-totals.ts';

const MINUTE_MS = 60_000;
/** How long an event is sent again while nothing else is accepted either: the fault may lie in the service. */
const DOUBT_MS = 10 * MINUTE_MS;
/** Half of what one network may: the service may see the address of this node. Source: FAIR-02, SCL-33. */
const CALLS_A_SECOND = 25;
const CLIENT_POINTS_A_SECOND = 250;
/** Calls are read one by one, so this bounds the memory, too. */
const MOST_AT_ONCE = 8;

/** Events of an environment that wait here, or did. */
export interface EventsStatus {
  readonly waiting: number;
  readonly oldestAt: Date | undefined;
  /** When some were last sent to the service. */
  readonly forwardedAt: Date | undefined;
  readonly refused: number;
}

/** Sends what waits to the service, the oldest first. */
export interface Deliveries {
  /** Whether calls of an environment go straight to the spool, because the service does not take them now. */
  isAway(environmentId: string): boolean;
  /** Notes that the service did not take a call. */
  noteAway(environmentId: string, answer: Answer | undefined): void;
  /** Notes that the service took a call. */
  noteTaken(): void;
  keep(call: EventCall, options?: KeepOptions): Promise<Kept>;
  status(environmentId: string): EventsStatus;
  /** Goes on for as long as the service takes calls, at most this long, and ends. */
  finish(withinMs: number): Promise<void>;
}

interface DeliveryOptions {
  readonly spool: EventSpool;
  readonly ask: AskService;
  readonly totals: EventTotals;
  /** Hears of events of a call that the service did not take, and that are not sent again. */
  readonly onLost: (call: EventCall, events: readonly unknown[]) => void;
  readonly log: Log;
}

/** Some events of a call, and the places of those that came too late. */
interface Sent {
  readonly call: EventCall;
  readonly events: readonly unknown[];
  readonly tooOld: readonly number[];
}

export function openDeliveries(options: DeliveryOptions): Deliveries {
  const { spool, ask, totals, onLost, log } = options;
  const lanes = new Map<string, DeliveryLane>();
  const closing = new AbortController();
  const mayWarn = atMostEach(MINUTE_MS);
  let timer: NodeJS.Timeout | undefined;
  /** When the service last took a call, of anybody. */
  let takenAt = Number.NEGATIVE_INFINITY;
  let settled = Promise.withResolvers<void>();

  function laneOf(id: string): DeliveryLane {
    const lane = lanes.get(id) ?? new DeliveryLane(id);
    lanes.set(id, lane);
    return lane;
  }

  function leave(lane: DeliveryLane, retryAfterMs: number): void {
    if (!lane.isAway && mayWarn()) {
      log.warn({ environmentId: lane.id }, 'the upstream does not take events, which wait here');
    }
    lane.leave(retryAfterMs);
  }

  /** Begins everything that is due. Of the lanes that are away one at a time is tried. */
  function look(): void {
    clearTimeout(timer);
    if (closing.signal.aborted) return;
    const now = performance.now();
    const all = [...lanes.values()];
    let running = all.filter((lane) => lane.isRunning).length;
    let isProbing = all.some((lane) => lane.isRunning && lane.isAway);
    const ready = all
      .filter((lane) => !lane.isRunning && spool.waiting(lane.id) !== undefined)
      .sort((a, b) => a.dueAt - b.dueAt);
    for (const lane of ready) {
      if (lane.dueAt > now || running >= MOST_AT_ONCE) break;
      if (lane.isAway && isProbing) continue;
      isProbing ||= lane.isAway;
      running += 1;
      void run(lane);
    }
    const later = ready.find((lane) => lane.dueAt > now);
    if (later !== undefined) timer = setTimeout(look, later.dueAt - now).unref();
    if (running === 0 && !ready.some((lane) => !lane.isAway && !lane.isTold)) settled.resolve();
  }

  async function run(lane: DeliveryLane): Promise<void> {
    lane.isRunning = true;
    await step(lane).catch((error: unknown) => {
      log.error({ err: error, environmentId: lane.id }, 'events that wait could not be sent');
      lane.fail();
    });
    lane.isRunning = false;
    look();
  }

  /** Sends what is left of the oldest call, or the first part of it. */
  async function step(lane: DeliveryLane): Promise<void> {
    const call = await spool.first(lane.id);
    if (call === undefined) return;
    lane.parts ??= new CallParts(call.events.length);
    const { parts } = lane;
    if (Date.now() - call.receivedAt.getTime() > OLDEST_MS) {
      onLost(call, parts.leftOf(call.events));
      return drop(lane, parts, 'TOO_OLD');
    }
    const events = call.events.slice(...parts.next);
    const startedAt = performance.now();
    const delivered = await deliverCall(ask, call, { events, closing: closing.signal });
    if (closing.signal.aborted) return;
    await settle(lane, parts, { ...delivered, call, events });
    if (delivered.posted.outcome !== 'TAKEN') return;
    lane.waitFor(startedAt + pauseAfter(call, events) - performance.now());
  }

  async function settle(
    lane: DeliveryLane,
    parts: CallParts,
    { posted, isAway, ...sent }: Delivered & Sent,
  ): Promise<void> {
    if (posted.outcome !== 'AWAY') comeBack(lane);
    switch (posted.outcome) {
      case 'TAKEN': {
        const [from, to] = parts.next;
        totals.forwarded += to - from - posted.rejected.length;
        for (const { code } of posted.rejected) totals.refuse(code);
        onLost(
          sent.call,
          sent.tooOld.map((place) => sent.events[place]),
        );
        lane.refused += posted.rejected.length;
        lane.forwardedAt = new Date();
        takenAt = performance.now();
        return endPart(lane, parts);
      }
      case 'TOO_LARGE':
        if (!parts.isAlone) return parts.halve({ inOrder: true });
        return narrow(lane, parts, sent);
      case 'REFUSED':
        return drop(lane, parts, 'KEY_REFUSED');
      case 'AWAY': {
        if (isAway) return leave(lane, posted.retryAfterMs);
        const { patience, retryAfterMs, status } = posted;
        lane.beRefused(retryAfterMs);
        if (patience === undefined) return;
        parts.refusals += 1;
        parts.failingSince ??= performance.now();
        const isInDoubt = status === 500 && isFailingForAll(parts.failingSince);
        if (parts.refusals > patience && !(parts.isAlone && isInDoubt))
          return narrow(lane, parts, sent);
      }
    }
  }

  /** Whether it may be the service that fails, and not what is sent. */
  function isFailingForAll(since: number): boolean {
    return takenAt < since && performance.now() < since + DOUBT_MS;
  }

  /** The service answers again: the others may be tried at once, too. */
  function comeBack(lane: DeliveryLane): void {
    if (lane.comeBack()) for (const other of lanes.values()) other.hurry();
  }

  /** In halves, until what the service does not accept is alone. */
  async function narrow(lane: DeliveryLane, parts: CallParts, sent: Sent): Promise<void> {
    // Of reports that are numbered, the service takes none that comes behind a later one.
    onLost(sent.call, sent.events);
    if (!parts.isAlone) return parts.halve();
    totals.drop('NOT_ACCEPTED', 1);
    log.warn({ environmentId: lane.id }, 'an event that waited is not accepted by the upstream');
    parts.refusals = 0;
    await endPart(lane, parts);
  }

  async function drop(lane: DeliveryLane, parts: CallParts, reason: DropReason): Promise<void> {
    totals.drop(reason, parts.events);
    await endCall(lane);
  }

  async function endPart(lane: DeliveryLane, parts: CallParts): Promise<void> {
    parts.done();
    if (parts.events === 0) await endCall(lane);
  }

  async function endCall(lane: DeliveryLane): Promise<void> {
    lane.parts = undefined;
    await spool.done(lane.id);
  }

  for (const id of spool.environments()) laneOf(id);
  look();
  return {
    isAway(environmentId) {
      const lane = lanes.get(environmentId);
      if (lane === undefined || !lane.isAway) return false;
      // Where nothing waits that could be tried, the next call is.
      return spool.waiting(environmentId) !== undefined || performance.now() < lane.dueAt;
    },
    noteAway(environmentId, answer) {
      const lane = laneOf(environmentId);
      if (!lane.isAway) leave(lane, answer === undefined ? 0 : retryAfterMsIn(answer.headers));
    },
    noteTaken() {
      takenAt = performance.now();
    },
    async keep(call, options) {
      const kept = await spool.keep(call, options);
      if (kept === 'KEPT') totals.spooled += call.events.length;
      laneOf(call.lane.environmentId);
      look();
      return kept;
    },
    status(environmentId) {
      const { forwardedAt, refused = 0 } = lanes.get(environmentId) ?? {};
      const { events = 0, oldestAt } = spool.waiting(environmentId) ?? {};
      return { waiting: events, oldestAt, forwardedAt, refused };
    },
    async finish(withinMs) {
      settled = Promise.withResolvers();
      for (const lane of lanes.values()) lane.hurry();
      look();
      await Promise.race([settled.promise, pause(withinMs, undefined, { ref: false })]);
      closing.abort();
      clearTimeout(timer);
      while ([...lanes.values()].some((lane) => lane.isRunning)) await pause(1);
    },
  };
}

/** How long the next call of an environment has to wait. */
function pauseAfter({ lane }: EventCall, events: readonly unknown[]): number {
  const ofCall = 1_000 / CALLS_A_SECOND;
  if (!lane.isClient) return ofCall;
  const points = pointsOf({ bytes: JSON.stringify(events).length, events: rowsIn(events) });
  return Math.max(ofCall, (1_000 * points) / CLIENT_POINTS_A_SECOND);
}
