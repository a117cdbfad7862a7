import { isProduction } from '@comporta/contract/applications/production';
import type {
  LifecycleFacts,
  ToggleLifecycle,
  UsageClient,
} from '@comporta/contract/lifecycle/lifecycle';
import { lifecycleOf, momentOf } from '@comporta/contract/lifecycle/lifecycle-of';
import type { Config } from '../platform/config/config.ts';
import type { Sql } from '../platform/database/database.ts';
import { timeIn } from './facts-repository.ts';
import {
  type ClientRow,
  countDependents,
  readClients,
  readEnvironments,
  readLastUses,
  readMeasured,
  readPlanned,
  readReferences,
  readSettings,
  readToggles,
  type ToggleRow,
} from './lifecycle-repository.ts';
import { latest, readOutcomes } from './outcomes.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A reason names the clients that do not report; more would not help who looks for them. */
const NAMED_CLIENTS = 5;

type Kept = Pick<Config, 'auditKeptDays'>;

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
  const outcomeIn = await readOutcomes(sql, applicationId, { ids, toggles, now, ...kept });
  const dependents = await countDependents(sql, applicationId);
  const measured = await readMeasured(sql, applicationId);
  const planned = await readPlanned(sql, applicationId);
  const { places: references, ...code } = await readReferences(sql, applicationId);
  const uses = await readLastUses(sql, ids);
  const clients = Map.groupBy(await readClients(sql, ids), ({ environmentId }) => environmentId);
  const idleSince = new Date(now.getTime() - idleDays * DAY_MS);
  const places = environments.map(({ id, name, production, createdAt }) => {
    const known = {
      id,
      production: isProduction({ name, production }),
      countingSince: latest(createdAt, countingSince),
    };
    const asked = clients.get(id) ?? [];
    return {
      ...{ id, createdAt },
      uses: uses.get(id) ?? {},
      known: { ...known, ...seen(asked, idleSince) },
      // Clients with a client key concern only the toggles that are available to them.
      knownOfOthers: {
        ...known,
        ...seen(
          asked.filter(({ trusted }) => trusted),
          idleSince,
        ),
      },
    };
  });

  function factsOf(toggle: ToggleRow): LifecycleFacts {
    const { id, createdAt, lifetime, removeBy, snoozedUntil, availableToClients } = toggle;
    return {
      ...{ createdAt, lifetime, removeBy, snoozedUntil },
      dependents: dependents.get(id) ?? 0,
      references: references.get(id) ?? 0,
      ...code,
      analysisRunning: measured.has(id),
      changePending: planned.has(id),
      environments: places.map((place) => {
        const usedAt = place.uses[id];
        return {
          ...(availableToClients ? place.known : place.knownOfOthers),
          lastUseAt: usedAt === undefined ? null : timeIn(usedAt),
          ...outcomeIn(place, toggle),
        };
      }),
    };
  }

  const moment = momentOf({ idleDays }, now);
  function* items(): Generator<ToggleLifecycle> {
    for (const toggle of toggles) {
      const facts = factsOf(toggle);
      const used = facts.environments.flatMap(({ lastUseAt }) => lastUseAt ?? []);
      yield {
        toggleId: toggle.id,
        ...lifecycleOf(facts, moment),
        lastUseAt: used.toSorted().at(-1) ?? null,
      };
    }
  }

  return { countingSince, items: items() };
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

/** When programs last asked an environment, and those that did not report since `from`. */
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
