import type { Exposure } from '@comporta/engine/outcome';
import { inHalves } from '../../platform/base/in-halves.ts';
import { eachMade } from '../../platform/base/in-turns.ts';
import type { Log } from '../../platform/base/log.ts';
import { openRoom } from '../../platform/base/room.ts';
import { codeOfFailure, isPassing } from '../../platform/database/database-errors.ts';
import type { EventCounts } from './event-counts.ts';
import { NotStorable } from './event-queue.ts';
import { judgeEach } from './judge-event.ts';
import type { KeepJudged } from './keep-judged.ts';
import type { KnownFacts } from './known-facts.ts';
import { holderOf, type Lane, pathOf } from './lane.ts';
import type { ShortTurns } from './short-turns.ts';

const MOST_RECORDED = 20_000;
/** Few enough to leave most connections to callers who wait. */
const ENVIRONMENTS_AT_ONCE = 4;

/** An exposure that an evaluation made. */
export interface Recorded {
  readonly environmentId: string;
  /** Whose key asked. */
  readonly lane: Lane;
  readonly keyHash: string;
  /** The name of the toggle, and the segments of the plan, for a service that this node sends it to. */
  readonly toggle: string;
  readonly segments: readonly string[];
  readonly revision: number;
  readonly exposure: Exposure;
  readonly uid: string;
  readonly at: Date;
  readonly properties: Readonly<Record<string, unknown>> | undefined;
}

interface Recording {
  readonly facts: KnownFacts;
  readonly counts: EventCounts;
  readonly turns: ShortTurns;
  readonly keep: KeepJudged;
  readonly log: Log;
  readonly onDropped: (environmentId: string) => void;
  /** At most so many exposures of this node's evaluations wait to be stored; by default 20,000. */
  readonly most?: number | undefined;
}

export interface RecordedExposures {
  /** Queues one without waiting; false when the queue is full. */
  record(recorded: Recorded): boolean;
  /** Stores the queued exposures. */
  store(): Promise<void>;
}

/** Queues the exposures of this node's own evaluations. No caller waits for them; those that find no room are counted. */
export function createRecordedExposures(recording: Recording): RecordedExposures {
  const { facts, counts, turns, keep, log, onDropped, most = MOST_RECORDED } = recording;
  let recorded: Recorded[] = [];
  /** Those that are being stored keep their room: while the database is unavailable they come back. */
  const room = openRoom(most);

  async function store(): Promise<void> {
    const taken = recorded;
    recorded = [];
    // The key that asked decides whether an exposure is a page's (RES-111).
    const byKey = Map.groupBy(
      taken,
      ({ environmentId, lane }) => `${environmentId} ${lane.isClient}`,
    ).values();
    // What is wrong with one environment must not keep the others waiting.
    const some = Array.from({ length: ENVIRONMENTS_AT_ONCE }, async () => {
      for (const ofKey of byKey) await storeEach(ofKey[0]?.environmentId ?? '', ofKey);
    });
    await Promise.all(some);
  }

  /** Those that cannot be stored are dropped; while the database is unavailable, all others come back. */
  async function storeEach(environmentId: string, taken: readonly Recorded[]): Promise<void> {
    const unstored = new Set(taken);
    const bad: { readonly code: string; readonly one: Recorded }[] = [];
    await inHalves(taken, {
      async store(part) {
        await storeOf(environmentId, part);
        for (const one of part) unstored.delete(one);
      },
      isPassing,
      onBad(one, error) {
        unstored.delete(one);
        const code = error instanceof NotStorable ? error.code : codeOfFailure(error);
        bad.push({ code, one });
      },
    }).catch((error: unknown) => log.debug({ err: error }, 'exposures could not be stored'));
    for (const one of taken) {
      if (unstored.has(one)) recorded.push(one);
      else room.giveBack(holderOf(one.lane), 1);
    }
    for (const { one } of bad) drop(one);
    const [first] = bad;
    if (first === undefined) return;
    log.error(
      { environment: environmentId, code: first.code, count: bad.length },
      'exposures cannot be stored',
    );
  }

  async function storeOf(environmentId: string, taken: readonly Recorded[]): Promise<void> {
    const revision = Math.max(...taken.map((one) => one.revision));
    const phases = await facts.phases(environmentId, revision);
    /** The toggle's id takes the place of its name, which saves a look-up. */
    const items = eachMade(taken, ({ exposure, uid, at, properties }) => {
      const { phaseId, valueIndex, by } = exposure;
      const toggle = phases.find(({ id }) => id === phaseId)?.toggleId ?? '';
      const item = { type: 'exposure', toggle, uid, at: at.toISOString(), phaseId, valueIndex };
      return {
        ...item,
        ...(by !== undefined && { by }),
        ...(properties && { segments: properties }),
      };
    });
    const receivedAt = new Date();
    const toggleId = (id: string) => id;
    // Of one kind of key of one environment.
    const lane = taken[0]?.lane ?? { companyId: '', environmentId, isClient: false };
    const { isClient } = lane;
    const judging = { environmentId, receivedAt, sentAt: undefined, toggleId, phases, isClient };
    const share = { path: pathOf(lane), size: taken.length };
    const judged = await turns.run(judgeEach(items, judging), share);
    const sender = { environmentId, applicationId: '', revision, isTrusted: !isClient, lane };
    await keep({ ...sender, toggleId: () => undefined }, judged);
  }

  function drop({ environmentId, exposure }: Recorded): void {
    counts.add(environmentId, { kind: 'DROPPED', code: exposure.phaseId });
    onDropped(environmentId);
  }

  return {
    record(one) {
      if (!room.take(holderOf(one.lane), 1)) {
        drop(one);
        return false;
      }
      recorded.push(one);
      return true;
    },
    store,
  };
}
