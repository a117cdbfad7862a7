import { outcomeOf } from '@comporta/contract/experiments/outcome';
import { type EnvironmentFacts, LAUNCHED_AFTER_DAYS } from '@comporta/contract/lifecycle/lifecycle';
import type { Config } from '../platform/config/config.ts';
import type { Sql } from '../platform/database/database.ts';
import type { ToggleRow } from './lifecycle-repository.ts';
import {
  readDefaultsSince,
  readDeletions,
  readRules,
  type ToldByRules,
} from './rule-repository.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

type Outcome = Pick<EnvironmentFacts, 'outcome' | 'outcomeSince'>;

/** An environment, and when it was created. */
interface Place {
  readonly id: string;
  readonly createdAt: string;
}

interface OutcomeFacts extends Pick<Config, 'auditKeptDays'> {
  /** Those of the environments. */
  readonly ids: readonly string[];
  readonly toggles: readonly ToggleRow[];
  readonly now: Date;
}

/** What everybody gets in each environment, and since when. Source: G34. */
export async function readOutcomes(
  sql: Sql,
  applicationId: string,
  { ids, toggles, now, auditKeptDays = Number.POSITIVE_INFINITY }: OutcomeFacts,
) {
  const rules = await readRules(sql, applicationId);
  const deletions = new Map(
    (await readDeletions(sql, applicationId)).map(({ environmentId, toggle, at }) => [
      keyOf(environmentId ?? '', toggle),
      at,
    ]),
  );
  // Only the audit log knows whether an experiment was deleted.
  const knownSince = new Date(Math.max(0, now.getTime() - auditKeptDays * DAY_MS)).toISOString();
  const isKnown = auditKeptDays > LAUNCHED_AFTER_DAYS;
  const changed = toggles.filter((toggle) => toggle.version > 1 && mayBeLaunched(toggle));
  const defaults = await readDefaultsSince(
    sql,
    changed.map(({ id }) => id),
  );

  function mayBeLaunched({ id, lifetime }: ToggleRow): boolean {
    const own = ids.map((environmentId) => rules.get(environmentId)?.[id]);
    const active = own.filter((one) => one === null || one?.status === 'ACTIVE');
    if (lifetime === 'PERMANENT' || active.length === ids.length) return false;
    return active.every((one) => one != null && soleValueOf(one) !== undefined);
  }

  return (environment: Place, toggle: ToggleRow): Outcome => {
    const own = rules.get(environment.id)?.[toggle.id];
    if (own === null) return OTHER;
    if (own?.status === 'ACTIVE') return told(soleValueOf(own), own.savedAt);
    const since = latest(defaults.get(toggle.id) ?? toggle.createdAt, environment.createdAt);
    if (own !== undefined) return told(toggle.defaultValue, latest(since, own.savedAt));
    const deletedAt = deletions.get(keyOf(environment.id, toggle.name)) ?? since;
    return told(
      isKnown ? toggle.defaultValue : undefined,
      latest(latest(since, deletedAt), latest(knownSince, toggle.createdAt)),
    );
  };
}

const OTHER: Outcome = { outcome: { type: 'OTHER' }, outcomeSince: null };

function told(value: string | undefined, outcomeSince: string): Outcome {
  return value === undefined ? OTHER : { outcome: { type: 'EVERYONE', value }, outcomeSince };
}

/** The value that everybody gets from active rules; undefined when they decide by who asks. */
function soleValueOf({ value, rules }: ToldByRules): string | undefined {
  if (value !== null) return value;
  const found = outcomeOf(rules ?? []);
  return found.type === 'EVERYONE' ? found.value : undefined;
}

function keyOf(environmentId: string, of: string): string {
  return `${environmentId} ${of}`;
}

/** The later of two texts of one format. */
export function latest(one: string, other: string): string {
  return one > other ? one : other;
}
