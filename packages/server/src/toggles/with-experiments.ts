import type { Change } from '@comporta/contract/nouns/change';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { withLastChanged } from '../platform/base/versions.ts';
import { findEnvironment } from '../platform/callers/application-scope.ts';
import { recordChanges } from '../platform/changes/changes.ts';
import type { Write } from '../platform/http/write.ts';
import { withFields } from '../platform/nouns/noun.ts';
import { putOne, takeAway } from '../platform/nouns/verbs.ts';
import { requireOnlyExperiments } from './require-no-experiments.ts';
import { limitTags } from './require-room-for-tags.ts';
import { type StoredToggle, TOGGLES } from './toggle-noun.ts';

/** Deletes an experiment; returns the change, which the caller has to record. */
export type TakeExperimentAway = (call: Write<'environment'>, id: string) => Promise<Change>;

type Call = Write<'application'> & {
  readonly params: { readonly id: string };
  readonly query: { readonly experiments?: string | undefined };
};

/**
 * Deletes a toggle with those of its experiments that the caller names: all of it, or nothing. Nobody confirmed the
 * deletion of another experiment, such as one that was made meanwhile: then it is refused. Source: CDW-73.
 */
export async function deleteToggle(call: Call, take: TakeExperimentAway): Promise<void> {
  const taken: Change[] = [];
  const toggle = await takeAway(TOGGLES, call, async (_, row) => {
    taken.push(...(await takeExperiments(call, row, take)));
  });
  await record(call, [...taken, toggle]);
}

/** Archives a toggle that no experiment uses but those that the caller names, which are deleted. Source: CDW-73. */
export async function archiveToggle(call: Call, take: TakeExperimentAway) {
  const taken: Change[] = [];
  const { row, change } = await putOne(TOGGLES, call, {
    edit: (before) => withFields(call, before, { archived: true }),
    admit: async (_, edited) => {
      taken.push(...(await takeExperiments(call, edited, take)));
    },
    also: limitTags,
  });
  if (change !== undefined) await record(call, [...taken, change]);
  return withLastChanged(row);
}

async function takeExperiments(
  call: Call,
  toggle: StoredToggle,
  take: TakeExperimentAway,
): Promise<Change[]> {
  const { sql, actor, application, query } = call;
  const experiments = await requireOnlyExperiments(sql, toggle, idsIn(query.experiments));
  const taken: Change[] = [];
  for (const { id, envId = '' } of experiments) {
    const environment = orNotFound(await findEnvironment(sql, application.id, envId));
    // If-Match is the version of the toggle.
    taken.push(await take({ sql, actor, application, environment, ifMatch: undefined }, id));
  }
  return taken;
}

function idsIn(list = ''): ReadonlySet<string> {
  return new Set(list.split(',').map((id) => id.trim()));
}

function record({ sql, actor, application }: Call, changes: readonly Change[]): Promise<void> {
  return recordChanges(
    sql,
    { actor, application },
    changes.map((change) => () => change),
  );
}
