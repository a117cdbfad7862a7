import {
  type Application,
  type ApplicationValue,
  IDLE_DAYS,
} from '@comporta/contract/applications/application';
import { newId } from '../platform/base/ids.ts';
import { savedBy, withLastChanged } from '../platform/base/versions.ts';
import { recordChange } from '../platform/changes/changes.ts';
import type { Plans } from '../platform/config/plans.ts';
import type { Write } from '../platform/http/write.ts';
import { enforcePlanLimit } from '../platform/limits/enforce-plan-limit.ts';
import { newWebhookSecret } from '../platform/webhooks/webhook-signature.ts';
import { applicationAudit } from './application-audit.ts';
import { insertApplication, MAX_APPS } from './application-repository.ts';
import { enforceEnvironmentLimit } from './enforce-environment-limit.ts';

const FIRST_REVISION = 1;

export async function createApplication(
  { sql, actor }: Pick<Write<'application'>, 'sql' | 'actor'>,
  value: ApplicationValue,
  plans: Plans,
): Promise<Application> {
  enforceEnvironmentLimit(plans, actor.plan, value.environments.length);
  await enforcePlanLimit(sql, actor, { plans, of: MAX_APPS });

  const id = newId();
  const application = await insertApplication(sql, {
    id,
    accountId: actor.accountId,
    ...value,
    notificationWebhook: value.notificationWebhook ?? null,
    idleDays: value.idleDays ?? IDLE_DAYS.usual,
    staleDigest: value.staleDigest ?? 'WEEKLY',
    webhookSecret: newWebhookSecret(),
    revision: FIRST_REVISION,
    ...savedBy(actor),
    environments: value.environments.map(
      ({ name, production = null, countBulkAsExposure = false }) => ({
        id: newId(),
        name,
        production,
        countBulkAsExposure,
      }),
    ),
  });
  const scope = {
    id,
    accountId: actor.accountId,
    name: application.name,
    revision: FIRST_REVISION,
    requestCount: 0,
  };
  await recordChange(
    { sql, actor, application: scope },
    {
      action: 'CREATED',
      type: 'application',
      id,
      name: application.name,
      after: applicationAudit(application),
    },
  );
  return withLastChanged(application);
}
