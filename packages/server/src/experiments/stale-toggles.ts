import { outcomeOf } from '@comporta/contract/experiments/outcome';
import { STALE_AFTER_DAYS, type StaleToggle } from '@comporta/contract/toggles/stale-toggles';
import type { Config } from '../platform/config/config.ts';
import type { Sql } from '../platform/database/database.ts';
import {
  countEnvironments,
  readUnchangedToggles,
  type UnchangedToggle,
} from './stale-toggle-repository.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

type Kept = Pick<Config, 'auditKeptDays'>;

/** The toggles of an application that returned one value, everywhere and to everyone, for 30 days. */
export async function* staleTogglesOf(
  sql: Sql,
  applicationId: string,
  { auditKeptDays = Number.POSITIVE_INFINITY }: Kept,
): AsyncGenerator<readonly StaleToggle[]> {
  // Only the audit log knows whether an experiment was deleted.
  if (auditKeptDays < STALE_AFTER_DAYS) return;
  const environments = await countEnvironments(sql, applicationId);
  const since = new Date(Date.now() - STALE_AFTER_DAYS * DAY_MS);
  for await (const page of readUnchangedToggles(sql, applicationId, since)) {
    yield page.flatMap((toggle) => {
      const value = soleValueOf(toggle, environments);
      return value === undefined ? [] : { id: toggle.id, value };
    });
  }
}

export async function countStaleTogglesOf(
  sql: Sql,
  applicationId: string,
  kept: Kept,
): Promise<number> {
  let count = 0;
  for await (const page of staleTogglesOf(sql, applicationId, kept)) count += page.length;
  return count;
}

/** The value that a toggle returns in all environments; undefined when it differs between environments or users. */
function soleValueOf(
  { defaultValue, experiments }: UnchangedToggle,
  environments: number,
): string | undefined {
  const values = new Set<string | undefined>();
  if (experiments.length < environments) values.add(defaultValue);
  for (const { status, outcome, rules } of experiments) {
    const active = outcome?.outcome ?? outcomeOf(rules ?? []);
    if (status !== 'ACTIVE') values.add(defaultValue);
    else values.add(active.type === 'EVERYONE' ? active.value : undefined);
  }
  const [value, ...others] = values;
  return others.length === 0 ? value : undefined;
}
