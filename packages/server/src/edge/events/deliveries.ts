import { setTimeout as pause } from 'node:timers/promises';
import { type BackOff, createBackOff } from '@comporta/client-core/back-off';
import { retryAfterMsIn } from '@comporta/client-core/events/post-events';
import { pointsOf } from '../../evaluation/admission/points.ts';
import { rowsIn } from '../../evaluation/events/event-routes.ts';
import { atMostEach, type Log } from '../../platform/base/log.ts';
import type { Answer, AskService } from './ask-service.ts';
import { type Delivered, deliverCall } from './deliver-call.ts';
import type { EventCall } from './event-call.ts';
import type { EventSpool, Kept, Waiting } from './event-spool.ts';
import type { EventTotals } from './event-totals.ts';

const MINUTE_MS = 60_000;
const KEPT_MS = 7 * 24 * 60 * MINUTE_MS;
const PROBE_TIMES = { firstRetryMs: 1_000, longestRetryMs: 30_000 };
/** The service answers, and others must not wait long for what it does not accept. */
const REFUSAL_TIMES = { firstRetryMs: 500, longestRetryMs: 5_000 };
/** How long an event is sent again while nothing else is accepted either: the fault may lie in the service. */
const DOUBT_MS = 10 * MINUTE_MS;
/** Half of what one network may: the service may see the address of this node. Source: FAIR-02, SCL-33. */
const CALLS_A_SECOND = 25;
const CLIENT_POINTS_A_SECOND = 250;
/** Calls are read one by one, so this bounds the memory, too. */
const MOST_AT_ONCE = 8;

export interface LaneStatus {
  readonly waiting: Waiting | undefined;
  readonly forwardedAt: Date | undefined;
  /** How many events that waited here the service refused. */
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
  keep(call: EventCall): Promise<Kept>;
  status(environmentId: string): LaneStatus;
  /** Goes on for as long as the service takes calls, at most this long, and ends. */
  finish(withinMs: number): Promise<void>;
}

interface DeliveryOptions {
  readonly spool: EventSpool;
  readonly ask: AskService;
  readonly totals: EventTotals;
  readonly log: Log;
}

/** The events of one environment. */
interface Lane {
  readonly id: string;
  readonly backOff: BackOff;
  readonly refusalBackOff: BackOff;
  isAway: boolean;
  isRunning: boolean;
  /** When it is sent next, in milliseconds of the monotonic clock. */
  dueAt: number;
  /** Whether the service said until when to wait. */
  isTold: boolean;
  /** What is left of the oldest call, as ranges of its events; undefined while it is whole. */
  left: readonly (readonly [from: number, to: number])[] | undefined;
  /** How often in a row the service did not accept what is sent next, for a reason that may lie in it. */
  refusals: number;
  /** When the service first did not accept a part of the oldest call, by the monotonic clock. */
  failingSince: number | undefined;
  forwardedAt: Date | undefined;
  refused: number;
}

export function openDeliveries({ spool, ask, totals, log }: DeliveryOptions): Deliveries {
  const lanes = new Map<string, Lane>();
  const closing = new AbortController();
  const mayWarn = atMostEach(MINUTE_MS);
  let timer: NodeJS.Timeout | undefined;
  /** When the service last took a call, of anybody. */
  let takenAt = Number.NEGATIVE_INFINITY;
  let settled = Promise.withResolvers<void>();

  function laneOf(id: string): Lane {
    const known = lanes.get(id);
    if (known !== undefined) return known;
    const lane = {
      id,
      backOff: createBackOff(PROBE_TIMES),
      refusalBackOff: createBackOff(REFUSAL_TIMES),
      isAway: false,
      isRunning: false,
      dueAt: 0,
      isTold: false,
      left: undefined,
      refusals: 0,
      failingSince: undefined,
      forwardedAt: undefined,
      refused: 0,
    };
    lanes.set(id, lane);
    return lane;
  }

  function setAway(lane: Lane, retryAfterMs: number): void {
    if (!lane.isAway && mayWarn()) {
      log.warn({ environmentId: lane.id }, 'the upstream does not take events, which wait here');
    }
    lane.isAway = true;
    waitFor(lane, retryAfterMs + lane.backOff.nextMs(), retryAfterMs > 0);
  }

  function waitFor(lane: Lane, ms: number, isTold: boolean): void {
    lane.dueAt = performance.now() + ms;
    lane.isTold = isTold;
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

  async function run(lane: Lane): Promise<void> {
    lane.isRunning = true;
    await step(lane).catch((error: unknown) => {
      log.error({ err: error, environmentId: lane.id }, 'events that wait could not be sent');
      waitFor(lane, lane.backOff.nextMs(), false);
    });
    lane.isRunning = false;
    look();
  }

  /** Sends what is left of the oldest call, or the first part of it. */
  async function step(lane: Lane): Promise<void> {
    const call = await spool.first(lane.id);
    if (call === undefined) return;
    const { events } = call;
    const [range = [0, events.length], ...others] = lane.left ?? [];
    const part = events.slice(...range);
    if (Date.now() - call.receivedAt.getTime() > KEPT_MS) {
      totals.drop('TOO_OLD', eventsIn(lane.left ?? [range]));
      return finishCall(lane, []);
    }
    const startedAt = performance.now();
    const delivered = await deliverCall(ask, call, { events: part, closing: closing.signal });
    if (closing.signal.aborted) return;
    await settle(lane, delivered, { call, range, others, startedAt });
  }

  interface Part {
    readonly call: EventCall;
    readonly range: readonly [from: number, to: number];
    readonly others: readonly (readonly [from: number, to: number])[];
    readonly startedAt: number;
  }

  async function settle(lane: Lane, { posted, isAway }: Delivered, part: Part): Promise<void> {
    const { call, range, others, startedAt } = part;
    switch (posted.outcome) {
      case 'TAKEN':
        totals.forwarded += range[1] - range[0] - posted.rejected.length;
        for (const { code } of posted.rejected) totals.refuse(code);
        lane.refused += posted.rejected.length;
        lane.forwardedAt = new Date();
        takenAt = performance.now();
        comeBack(lane);
        waitFor(lane, startedAt + pauseAfter(call, range) - performance.now(), false);
        return finishCall(lane, others);
      case 'TOO_LARGE':
        comeBack(lane);
        return narrow(lane, part);
      case 'REFUSED':
        comeBack(lane);
        totals.drop('KEY_REFUSED', eventsIn([range, ...others]));
        return finishCall(lane, []);
      case 'AWAY': {
        if (isAway) return setAway(lane, posted.retryAfterMs);
        const { patience, retryAfterMs } = posted;
        waitFor(lane, retryAfterMs + lane.refusalBackOff.nextMs(), retryAfterMs > 0);
        if (patience === undefined) return;
        lane.refusals += 1;
        lane.failingSince ??= performance.now();
        const isInDoubt = posted.status === 500 && isFailingForAll(lane.failingSince);
        const isAlone = range[1] - range[0] === 1;
        if (lane.refusals > patience && !(isAlone && isInDoubt)) return narrow(lane, part);
      }
    }
  }

  /** Whether it may be the service that fails, and not what is sent. */
  function isFailingForAll(since: number): boolean {
    return takenAt < since && performance.now() < since + DOUBT_MS;
  }

  /** The service answers again: the others may be tried at once, too. */
  function comeBack(lane: Lane): void {
    lane.backOff.reset();
    lane.refusalBackOff.reset();
    lane.refusals = 0;
    lane.dueAt = 0;
    if (!lane.isAway) return;
    lane.isAway = false;
    for (const other of lanes.values()) if (other.isAway && !other.isTold) other.dueAt = 0;
  }

  /** In halves, until what the service does not accept is alone. What may be accepted comes first. */
  async function narrow(lane: Lane, { range: [from, to], others }: Part): Promise<void> {
    lane.refusals = 0;
    if (to - from > 1) {
      const middle = Math.ceil((from + to) / 2);
      lane.left = [...others, [from, middle], [middle, to]];
      return;
    }
    totals.drop('NOT_ACCEPTED', to - from);
    log.warn({ environmentId: lane.id }, 'an event that waited is not accepted by the upstream');
    await finishCall(lane, others);
  }

  async function finishCall(lane: Lane, left: Part['others']): Promise<void> {
    lane.left = left.length > 0 ? left : undefined;
    if (lane.left !== undefined) return;
    lane.failingSince = undefined;
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
      if (!lane.isAway) setAway(lane, answer === undefined ? 0 : retryAfterMsIn(answer.headers));
    },
    noteTaken() {
      takenAt = performance.now();
    },
    async keep(call) {
      const kept = await spool.keep(call);
      if (kept === 'KEPT') totals.spooled += call.events.length;
      laneOf(call.lane.environmentId);
      look();
      return kept;
    },
    status(environmentId) {
      const lane = lanes.get(environmentId);
      const { forwardedAt, refused = 0 } = lane ?? {};
      return { waiting: spool.waiting(environmentId), forwardedAt, refused };
    },
    async finish(withinMs) {
      settled = Promise.withResolvers();
      for (const lane of lanes.values()) if (lane.isAway && !lane.isTold) lane.dueAt = 0;
      look();
      await Promise.race([settled.promise, pause(withinMs, undefined, { ref: false })]);
      closing.abort();
      clearTimeout(timer);
      while ([...lanes.values()].some((lane) => lane.isRunning)) await pause(1);
    },
  };
}

function eventsIn(ranges: readonly (readonly [from: number, to: number])[]): number {
  return ranges.reduce((sum, [from, to]) => sum + to - from, 0);
}

/** How long the next call of an environment has to wait. */
function pauseAfter({ lane, events }: EventCall, [from, to]: readonly [number, number]): number {
  const ofCall = 1_000 / CALLS_A_SECOND;
  if (!lane.isClient) return ofCall;
  const part = events.slice(from, to);
  const points = pointsOf({ bytes: JSON.stringify(part).length, events: rowsIn(part) });
  return Math.max(ofCall, (1_000 * points) / CLIENT_POINTS_A_SECOND);
}
