import type { Application, ApplicationValue } from '@comporta/contract/applications/application';
import { newId } from '../platform/base/ids.ts';
import { recordChange } from '../platform/changes/changes.ts';
import type { Plans } from '../platform/config/plans.ts';
import type { Write } from '../platform/http/write.ts';
import { requireRoom } from '../platform/limits/require-room.ts';
import { newWebhookSecret } from '../platform/webhooks/webhook-signature.ts';
import { auditOf } from './application-audit.ts';
import { insertApplication } from './application-repository.ts';
import { requireRoomForEnvironments } from './require-room-for-environments.ts';

const FIRST_REVISION = 1;

export async function createApplication(
  { sql, actor }: Pick<Write<'application'>, 'sql' | 'actor'>,
  value: ApplicationValue,
  plans: Plans,
): Promise<Application> {
  requireRoomForEnvironments(plans, actor.plan, value.environments.length);
  await requireRoom(sql, actor, { plans, limit: 'MAX_APPS' });

  const id = newId();
  const application = await insertApplication(sql, {
    id,
    accountId: actor.accountId,
    ...value,
    notificationWebhook: value.notificationWebhook ?? null,
    webhookSecret: newWebhookSecret(),
    revision: FIRST_REVISION,
    savedBy: actor.name,
    environments: value.environments.map(({ name }) => ({ id: newId(), name })),
  });
  const scope = {
    id,
    accountId: actor.accountId,
    name: application.name,
    revision: FIRST_REVISION,
  };
  await recordChange(sql, actor, scope, {
    action: 'CREATED',
    type: 'application',
    id,
    name: application.name,
    after: auditOf(application),
  });
  return application;
}
