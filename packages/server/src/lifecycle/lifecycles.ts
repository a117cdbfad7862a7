import { isProduction } from '@comporta/contract/applications/production';
import { outcomeOf } from '@comporta/contract/experiments/outcome';
import {
  type EnvironmentFacts,
  LAUNCHED_AFTER_DAYS,
  type LifecycleFacts,
  type ToggleLifecycle,
  type UsageClient,
} from '@comporta/contract/lifecycle/lifecycle';
import { lifecycleOf } from '@comporta/contract/lifecycle/lifecycle-of';
import type { Config } from '../platform/config/config.ts';
import type { Sql } from '../platform/database/database.ts';
import {
  type ClientRow,
  countDependents,
  readClients,
  readDefaultsSince,
  readDeletions,
  readEnvironments,
  readExperiments,
  readLastUses,
  readMeasured,
  readPlanned,
  readReferences,
  readSettings,
  readToggles,
} from './lifecycle-repository.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A reason names the clients that do not report; more would not help who looks for them. */
const NAMED_CLIENTS = 5;

type Kept = Pick<Config, 'auditKeptDays'>;
type Toggle = Awaited<ReturnType<typeof readToggles>>[number];
type Environment = Awaited<ReturnType<typeof readEnvironments>>[number];
type Experiment = Awaited<ReturnType<typeof readExperiments>>[number];

export interface Lifecycles {
  readonly countingSince: string;
  /** Made one by one, so that other requests need not wait for all of them. */
  readonly items: Iterable<ToggleLifecycle>;
}

/** The lifecycles of the toggles of an application, in the order of their names. Nothing of them is stored. */
export async function readLifecycles(
  sql: Sql,
  applicationId: string,
  kept: Kept,
): Promise<Lifecycles> {
  const { now, countingSince, idleDays } = await readSettings(sql, applicationId);
  const environments = await readEnvironments(sql, applicationId);
  const ids = environments.map(({ id }) => id);
  const toggles = await readToggles(sql, applicationId);
  const rules = await readRules(sql, applicationId, { environments, toggles, now, ...kept });
  const dependents = await countDependents(sql, applicationId);
  const measured = await readMeasured(sql, applicationId);
  const planned = await readPlanned(sql, applicationId);
  const { places: references, ...code } = await readReferences(sql, applicationId);
  const places: Place[] = [];
  for (const environment of environments) {
    places.push({
      ...environment,
      production: isProduction(environment),
      countingSince: latest(environment.createdAt, countingSince).toISOString(),
      uses: await readLastUses(sql, environment.id),
    });
  }
  const askers = askersIn(await readClients(sql, ids), new Date(now.getTime() - idleDays * DAY_MS));

  function factsOf(toggle: Toggle): LifecycleFacts {
    const { id, createdAt, lifetime, removeBy, snoozedUntil, availableToClients } = toggle;
    return {
      createdAt: createdAt.toISOString(),
      ...{ lifetime, removeBy, snoozedUntil },
      dependents: dependents.get(id) ?? 0,
      references: references.get(id) ?? 0,
      ...code,
      analysisRunning: measured.has(id),
      changePending: planned.has(id) || rules.experimentsOf(id).some((one) => planned.has(one.id)),
      environments: places.map((place) => ({
        id: place.id,
        production: place.production,
        countingSince: place.countingSince,
        ...askers(place.id, availableToClients),
        lastUseAt: place.uses.get(id) ?? null,
        ...rules.outcomeIn(place, toggle),
      })),
    };
  }

  function* items(): Generator<ToggleLifecycle> {
    for (const toggle of toggles) {
      const facts = factsOf(toggle);
      const used = facts.environments.flatMap(({ lastUseAt }) => lastUseAt ?? []);
      yield {
        toggleId: toggle.id,
        ...lifecycleOf(facts, { idleDays }, now),
        lastUseAt: used.toSorted().at(-1) ?? null,
      };
    }
  }

  return { countingSince: countingSince.toISOString(), items: items() };
}

/** The ids of the toggles that are stale. */
export async function readStaleIds(
  sql: Sql,
  applicationId: string,
  kept: Kept,
): Promise<ReadonlySet<string>> {
  const stale = new Set<string>();
  const { items } = await readLifecycles(sql, applicationId, kept);
  for (const { toggleId, stale: isStale } of items) if (isStale) stale.add(toggleId);
  return stale;
}

interface RuleFacts extends Kept {
  readonly environments: readonly Environment[];
  readonly toggles: readonly Toggle[];
  readonly now: Date;
}

/** An environment, and when each toggle was last used there, by the toggle's id. */
interface Place extends Environment {
  readonly production: boolean;
  readonly countingSince: string;
  readonly uses: ReadonlyMap<string, string>;
}

/** What everybody gets by the rules of each environment, and since when. Source: G34. */
async function readRules(
  sql: Sql,
  applicationId: string,
  { environments, toggles, now, auditKeptDays = Number.POSITIVE_INFINITY }: RuleFacts,
) {
  const experiments: Experiment[][] = [];
  for (const { id } of environments) experiments.push(await readExperiments(sql, id));
  const byToggle = Map.groupBy(experiments.flat(), ({ toggleId }) => toggleId);
  const experimentsOf = (id: string) => byToggle.get(id) ?? [];
  const deletions = new Map(
    (await readDeletions(sql, applicationId)).map(({ environmentId, toggle, at }) => [
      keyOf(environmentId ?? '', toggle),
      at,
    ]),
  );
  // Only the audit log knows whether an experiment was deleted.
  const knownSince = new Date(Math.max(0, now.getTime() - auditKeptDays * DAY_MS));
  const isKnown = auditKeptDays > LAUNCHED_AFTER_DAYS;
  const changed = toggles.filter((toggle) => toggle.version > 1 && mayBeLaunched(toggle));
  const defaults = await readDefaultsSince(
    sql,
    changed.map(({ id }) => id),
  );

  function mayBeLaunched({ id, lifetime }: Toggle): boolean {
    const active = experimentsOf(id).filter(({ status }) => status === 'ACTIVE');
    if (lifetime === 'PERMANENT' || active.length === environments.length) return false;
    return active.every((one) => soleValueOf(one) !== undefined);
  }

  function outcomeIn(
    environment: Pick<Environment, 'id' | 'createdAt'>,
    toggle: Toggle,
  ): Pick<EnvironmentFacts, 'outcome' | 'outcomeSince'> {
    const own = experimentsOf(toggle.id).find((one) => one.environmentId === environment.id);
    if (own?.status === 'ACTIVE') return told(soleValueOf(own), own.savedAt);
    const since = latest(defaults.get(toggle.id) ?? toggle.createdAt, environment.createdAt);
    if (own !== undefined) {
      return told(toggle.defaultValue, latest(since, new Date(own.savedAt)).toISOString());
    }
    const deletedAt = deletions.get(keyOf(environment.id, toggle.name)) ?? since;
    return told(
      isKnown ? toggle.defaultValue : undefined,
      latest(latest(since, deletedAt), latest(knownSince, toggle.createdAt)).toISOString(),
    );
  }

  return { experimentsOf, outcomeIn };
}

function told(value: string | undefined, outcomeSince: string) {
  const outcome =
    value === undefined ? ({ type: 'OTHER' } as const) : ({ type: 'EVERYONE', value } as const);
  return { outcome, outcomeSince };
}

/** The value that everybody gets from active rules; undefined when they decide by who asks. */
function soleValueOf({ outcome, rules }: Experiment): string | undefined {
  const found = outcome?.outcome ?? outcomeOf(rules ?? []);
  return found.type === 'EVERYONE' ? found.value : undefined;
}

/**
 * When programs last asked an environment, and those that did not report since `from`. Clients with a client key concern
 * only the toggles that are available to them.
 */
function askersIn(clients: readonly ClientRow[], from: Date) {
  const known = Map.groupBy(clients, ({ environmentId }) => environmentId);
  const answers = new Map<string, ReturnType<typeof seen>>();
  return (environmentId: string, availableToClients: boolean) => {
    const key = keyOf(environmentId, String(availableToClients));
    const answer =
      answers.get(key) ??
      seen(
        (known.get(environmentId) ?? []).filter(({ trusted }) => trusted || availableToClients),
        from,
      );
    answers.set(key, answer);
    return answer;
  };
}

function seen(clients: readonly ClientRow[], from: Date) {
  const silent = clients.filter(({ silentAt }) => silentAt !== null && silentAt > from);
  const silentClients: UsageClient[] = silent
    .slice(0, NAMED_CLIENTS)
    .map(({ service, sdk, version }) => ({ service, sdk, version }));
  return {
    askedAt: latestIn(clients.map(({ askedAt }) => askedAt)),
    silentAt: latestIn(clients.map(({ silentAt }) => silentAt)),
    ...(silentClients.length > 0 && { silentClients }),
  };
}

function latestIn(times: readonly (Date | null)[]): string | null {
  const last = Math.max(...times.map((time) => time?.getTime() ?? 0));
  return last > 0 ? new Date(last).toISOString() : null;
}

function latest(one: Date, other: Date): Date {
  return one > other ? one : other;
}

function keyOf(environmentId: string, of: string): string {
  return `${environmentId} ${of}`;
}
