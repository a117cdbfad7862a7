import { type KeyObject, randomBytes } from 'node:crypto';
import type { Pulse } from '../../platform/base/pulse.ts';
import type { Sql } from '../../platform/database/database.ts';
import { CLIENT_LEVELS, NAMED_LEVELS } from '../event-store.ts';
import { answeredSoon } from './answered-soon.ts';
import {
  findEventKeys,
  isNewFor,
  type KeySender,
  type KnownKey,
  readUnitSecret,
} from './event-key-repository.ts';
import type { Lane } from './lane.ts';
import { type MeasuredPhase, readMeasuredPhases } from './measured-phase-repository.ts';
import { findSegmentLevels } from './segment-level-repository.ts';
import { unitKey } from './units.ts';

/** Bounds the memory: a full map is cleared and read again. */
const REMEMBERED_ENVIRONMENTS = 10_000;
const SEGMENT_VALUE_MAX_CHARS = 200;
const LOOK_AGAIN_MS = 1_000;
/** Keys end and are deleted; a deleted row goes a day later, when all nodes have read the list again. Source: FAIR-27. */
const KEYS_KEPT_MS = 60_000;

/** The facts needed to judge and write events, cached in memory. */
export interface KnownFacts {
  /** The key that turns user ids into units; undefined when the environment does not exist. */
  unitKey(environmentId: string): Promise<KeyObject | undefined>;
  /** Those of the application, with the given ones where there is room for them. */
  eventKeys(sender: KeySender, keys: ReadonlySet<string>): Promise<ReadonlyMap<string, KnownKey>>;
  /** The phases as of a revision of the environment; each begin and end of a phase makes a new revision. */
  phases(environmentId: string, revision: number): Promise<readonly MeasuredPhase[]>;
  /** The same, read again unless that was done within the last second: a client may know a newer phase than this node. */
  newestPhases(environmentId: string, revision: number): Promise<readonly MeasuredPhase[]>;
  segments(
    phase: MeasuredPhase,
    values: Readonly<Record<string, unknown>> | undefined,
    by: Pick<Lane, 'isClient'>,
  ): Promise<readonly number[] | null>;
}

interface KnownKeys {
  readonly readAtMs: number;
  readonly keys: ReadonlyMap<string, KnownKey>;
}

interface KnownPhases {
  readonly revision: number;
  readonly readAtMs: number;
  readonly phases: readonly MeasuredPhase[];
}

export function rememberFacts(sql: Sql, pulse: Pick<Pulse, 'away' | 'onAway'>): KnownFacts {
  const unitKeys = new Map<string, KeyObject>();
  const keysOfApplications = new Map<string, KnownKeys>();
  const phasesOfEnvironments = new Map<string, KnownPhases>();
  const levels = new Map<string, Map<string, number>>();

  function bounded<Value>(map: Map<string, Value>): Map<string, Value> {
    if (map.size >= REMEMBERED_ENVIRONMENTS) map.clear();
    return map;
  }

  async function readPhases(environmentId: string, revision: number) {
    const readAtMs = performance.now();
    const phases = await answeredSoon(pulse, readMeasuredPhases(sql, environmentId));
    bounded(phasesOfEnvironments).set(environmentId, { revision, readAtMs, phases });
    return phases;
  }

  return {
    async unitKey(environmentId) {
      const known = unitKeys.get(environmentId);
      if (known !== undefined) return known;
      const fresh = randomBytes(32).toString('base64url');
      const secret = await answeredSoon(pulse, readUnitSecret(sql, environmentId, fresh));
      if (secret === undefined) return undefined;
      const key = unitKey(secret);
      bounded(unitKeys).set(environmentId, key);
      return key;
    },
    async eventKeys(sender, asked) {
      if (asked.size === 0) return new Map();
      const { applicationId } = sender;
      const known = keysOfApplications.get(applicationId);
      const isFresh = known && performance.now() - known.readAtMs < KEYS_KEPT_MS;
      const isKnown = (key: string) => !isNewFor(sender, known?.keys.get(key));
      if (isFresh && [...asked].every(isKnown)) return known.keys;
      const readAtMs = performance.now();
      const keys = await answeredSoon(pulse, findEventKeys(sql, sender, [...asked]));
      bounded(keysOfApplications).set(applicationId, { readAtMs, keys });
      return keys;
    },
    async phases(environmentId, revision) {
      const known = phasesOfEnvironments.get(environmentId);
      return known?.revision === revision ? known.phases : readPhases(environmentId, revision);
    },
    async newestPhases(environmentId, revision) {
      const known = phasesOfEnvironments.get(environmentId);
      const isFresh = known && performance.now() - known.readAtMs < LOOK_AGAIN_MS;
      return isFresh ? known.phases : readPhases(environmentId, revision);
    },
    async segments(phase, values, { isClient }) {
      if (phase.segments.length === 0) return null;
      const found: number[] = [];
      for (const [segment, key] of phase.segments.entries()) {
        const name = nameOf(values === undefined ? undefined : ownValue(values, key));
        if (name === undefined) {
          found.push(-1);
          continue;
        }
        const place = `${phase.id} ${segment}`;
        const isFree = isClient && phase.terms[segment]?.has(name) !== true;
        const most = isFree ? CLIENT_LEVELS : NAMED_LEVELS;
        let known = levels.get(place);
        if (known === undefined || (!known.has(name) && known.size < most)) {
          const wanted = { phaseId: phase.id, segment, most };
          known = await answeredSoon(pulse, findSegmentLevels(sql, wanted, [name]));
          bounded(levels).set(place, known);
        }
        found.push(known.get(name) ?? NAMED_LEVELS);
      }
      return found;
    },
  };
}

function ownValue(values: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(values, key) ? values[key] : undefined;
}

function nameOf(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
    return undefined;
  }
  const name = String(value).toWellFormed().replaceAll('\0', '').slice(0, SEGMENT_VALUE_MAX_CHARS);
  return name === '' ? undefined : name;
}
