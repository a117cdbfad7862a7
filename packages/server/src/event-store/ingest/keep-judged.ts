import type { KeyObject } from 'node:crypto';
import type { ItemCode } from '@comporta/contract/events/event';
import type { NewEvent, NewExposure } from '../event-store.ts';
import type { EventCounts } from './event-counts.ts';
import type { EventQueue } from './event-queue.ts';
import type { Judged, JudgedExposure, JudgedTrack, Refused } from './judge-event.ts';
import type { KnownFacts } from './known-facts.ts';
import { unitOf } from './units.ts';

/** Who sends events, as the key of the request says. */
export interface Sender {
  readonly environmentId: string;
  readonly applicationId: string;
  readonly revision: number;
  /** With the key of the environment, which is on servers. */
  readonly isTrusted: boolean;
  readonly toggleId: (name: string) => string | undefined;
}

export interface Reported {
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected: readonly { readonly index: number; readonly code: ItemCode }[];
}

interface Keeping {
  readonly facts: KnownFacts;
  readonly counts: EventCounts;
  readonly queue: EventQueue;
  /** Called when something new was stored. */
  readonly onStored: () => void;
}

/** Stores what was judged right; answers when that is committed. */
export type KeepJudged = (
  sender: Sender,
  judged: readonly Judged[],
  bytes: number,
) => Promise<Reported>;

export function createKeeper({ facts, counts, queue, onStored }: Keeping): KeepJudged {
  async function keep(sender: Sender, judged: readonly Judged[], bytes: number): Promise<Reported> {
    const { environmentId, applicationId, isTrusted } = sender;
    const unitKey = await facts.unitKey(environmentId);
    const tracks = judged.filter((one) => one.type === 'track');
    const keys = await facts.eventKeys(applicationId, new Set(tracks.map(({ key }) => key)));
    const events: NewEvent[] = [];
    const exposures: NewExposure[] = [];
    const refused: { index: number; refusal: Refused }[] = [];
    const storedKeys: string[] = [];
    const phaseIds: string[] = [];
    for (const [index, one] of judged.entries()) {
      if (one.type === 'refused') refused.push({ index, refusal: one });
      else if (unitKey === undefined) {
        // The environment is just gone.
        refused.push({ index, refusal: { type: 'refused', code: 'NOT_MEASURED' } });
      } else if (one.type === 'track') {
        const eventKeyId = keys.get(one.key);
        if (eventKeyId === undefined) {
          refused.push({ index, refusal: { type: 'refused', code: 'TOO_MANY_KEYS' } });
          continue;
        }
        events.push(newEvent(one, { environmentId, eventKeyId, isTrusted, unitKey }));
        storedKeys.push(one.key);
      } else {
        exposures.push(await newExposure(one, environmentId, unitKey));
        phaseIds.push(one.phase.id);
      }
    }
    const appended = await queue.add({ exposures, events }, bytes);
    for (const [index, isNew] of appended.events.entries()) {
      if (isNew) counts.add(environmentId, { kind: 'EVENT', code: storedKeys[index] ?? '' });
    }
    for (const phaseId of phaseIds) counts.add(environmentId, { kind: 'EXPOSURE', code: phaseId });
    for (const { refusal } of refused) countRefusal(environmentId, refusal);
    const skewed = judged.filter((one) => one.type !== 'refused' && one.skewed).length;
    if (skewed > 0) counts.add(environmentId, { kind: 'SKEWED', code: '' }, skewed);
    const accepted = [...appended.events, ...appended.exposures].filter(Boolean).length;
    if (accepted > 0) onStored();
    return {
      accepted,
      duplicates: events.length + exposures.length - accepted,
      rejected: refused.map(({ index, refusal }) => ({ index, code: refusal.code })),
    };
  }

  function countRefusal(environmentId: string, refusal: Refused): void {
    const { code, phaseId, reported, expected } = refusal;
    counts.add(environmentId, { kind: 'REFUSED', code });
    if (phaseId !== undefined)
      counts.add(environmentId, { kind: 'REFUSED_EXPOSURE', code: `${phaseId} ${code}` });
    if (code === 'WRONG_ASSIGNMENT') {
      const names = JSON.stringify([reported, expected]);
      counts.add(environmentId, { kind: 'WRONG', code: `${phaseId} ${names}` });
    }
  }

  async function newExposure(
    { phase, uid, bucket, valueIx, carried, at, segments }: JudgedExposure,
    environmentId: string,
    unitKey: KeyObject,
  ): Promise<NewExposure> {
    return {
      phaseId: phase.id,
      environmentId,
      unit: unitOf(unitKey, uid),
      bucket,
      valueIx,
      carried,
      at,
      segments: await facts.segments(phase, segments),
    };
  }

  return keep;
}

function newEvent(
  { uid, eventId, day, at, value, skewed }: JudgedTrack,
  {
    environmentId,
    eventKeyId,
    isTrusted,
    unitKey,
  }: {
    readonly environmentId: string;
    readonly eventKeyId: number;
    readonly isTrusted: boolean;
    readonly unitKey: KeyObject;
  },
): NewEvent {
  const unit = unitOf(unitKey, uid);
  return {
    environmentId,
    eventId,
    day,
    unit,
    eventKeyId,
    at,
    value,
    trusted: isTrusted,
    skewed,
  };
}
