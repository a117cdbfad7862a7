import { APPLICATION, checkEnvironmentNames } from '@comporta/contract/applications/application';
import { pickFields } from '@comporta/contract/fields';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { valueOrReject } from '../platform/base/value-or-reject.ts';
import type { Plans } from '../platform/config/plans.ts';
import type { Write } from '../platform/http/write.ts';
import { findApplication } from './application-repository.ts';
import { editApplication } from './edit-application.ts';

/** Adds environments behind those there are; everything else about the application stays. */
export async function addEnvironments(
  call: Write<'application'>,
  names: readonly string[],
  plans: Plans,
): Promise<readonly { readonly id: string; readonly name: string }[]> {
  const added = valueOrReject(checkEnvironmentNames(names));
  const before = orNotFound(await findApplication(call.sql, call.application.id));
  const environments = [...before.environments, ...added];
  const value = {
    ...pickFields(APPLICATION, before),
    environments,
    notificationWebhook: before.notificationWebhook ?? undefined,
  };
  const nothingRemoved = { ...call, ifMatch: undefined, body: { removeEnvironments: [] } };
  return (await editApplication(nothingRemoved, value, plans)).environments;
}
