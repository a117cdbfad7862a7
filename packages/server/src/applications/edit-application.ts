import type {
  Application,
  ApplicationEdit,
  ApplicationValue,
  Environment,
} from '@comporta/contract/applications/application';
import { isSameJson } from '@comporta/contract/canonical-json';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { Rejection } from '../platform/base/rejection.ts';
import {
  isUnchanged,
  nextVersion,
  requireVersion,
  withLastChanged,
} from '../platform/base/versions.ts';
import { requireMayEdit } from '../platform/callers/access.ts';
import { recordChange } from '../platform/changes/changes.ts';
import type { Plans } from '../platform/config/plans.ts';
import type { Sql } from '../platform/database/database.ts';
import type { Write } from '../platform/http/write.ts';
import { applicationEdited } from './application-audit.ts';
import { experimentsIn, findApplication, updateApplication } from './application-repository.ts';
import { enforceEnvironmentLimit } from './enforce-environment-limit.ts';
import { environmentChanges } from './environment-changes.ts';

export async function editApplication(
  {
    sql,
    actor,
    application,
    body,
    ifMatch,
  }: Write<'application', Pick<ApplicationEdit, 'removeEnvironments'>>,
  value: ApplicationValue,
  plans: Plans,
): Promise<Application> {
  const before = orNotFound(await findApplication(sql, application.id));
  requireVersion(before, ifMatch);
  const { next, removed } = environmentChanges(before.environments, value.environments);
  requireMayEdit(application.limits, changedIn(before.environments, next));
  // An account that moved to a smaller plan may keep the environments it has.
  if (next.length > before.environments.length) {
    enforceEnvironmentLimit(plans, actor.plan, next.length);
  }
  await requireUnused(
    sql,
    removed.filter(({ id }) => !body.removeEnvironments.includes(id)),
  );

  const edited = {
    ...before,
    ...value,
    environments: [...next],
    notificationWebhook: value.notificationWebhook ?? null,
  };
  if (isUnchanged(before, edited)) return withLastChanged(before);
  const after = await updateApplication(sql, { ...edited, ...nextVersion(before, actor) });
  await recordChange({ sql, actor, application }, applicationEdited(before, after));
  return withLastChanged(after);
}

/** The stored environments that are removed, or that are not what they were. */
function changedIn(stored: readonly Environment[], next: readonly Environment[]): Environment[] {
  const kept = new Map(next.map((one) => [one.id, one]));
  return stored.filter((one) => !isSameJson(one, kept.get(one.id)));
}

async function requireUnused(sql: Sql, removed: readonly Environment[]): Promise<void> {
  for (const { id } of removed) {
    const experiments = await experimentsIn(sql, id);
    if (experiments.length > 0) {
      throw new Rejection('ENVIRONMENT_IN_USE', {
        environment_id: id,
        experiments,
        at: ['environments'],
      });
    }
  }
}
