import {
  type ApplicationDraft,
  checkApplication,
  MAX_ENVIRONMENTS,
} from '@comporta/contract/applications/application';
import * as api from '@comporta/contract/applications/application-api';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { Rejection } from '../platform/base/rejection.ts';
import { valueOrReject } from '../platform/base/value-or-reject.ts';
import { withLastChanged } from '../platform/base/versions.ts';
import { mayEdit } from '../platform/callers/access.ts';
import type { Actor } from '../platform/callers/actor.ts';
import type { Plans } from '../platform/config/plans.ts';
import type { Server } from '../platform/http/route.ts';
import type { WebhookAddresses } from '../platform/webhooks/webhook-addresses.ts';
import { findApplication, listApplicationsOf } from './application-repository.ts';
import { createApplication } from './create-application.ts';
import { deleteApplication } from './delete-application.ts';
import { editApplication } from './edit-application.ts';
import { enforceEnvironmentLimit } from './enforce-environment-limit.ts';

interface Dependencies {
  readonly plans: Plans;
  readonly webhookAddresses: WebhookAddresses;
}

interface ApplicationCall {
  readonly actor: Actor;
  readonly body: ApplicationDraft;
}

export function applicationRoutes(
  { route }: Server,
  { plans, webhookAddresses }: Dependencies,
): void {
  function checkedApplication({ actor, body }: ApplicationCall) {
    const checked = checkApplication(body);
    if (!checked.ok && checked.problems[0].code === 'LIMIT_EXCEEDED') {
      // The plan's own limit is reported first (S23).
      enforceEnvironmentLimit(plans, actor.plan, MAX_ENVIRONMENTS + 1);
    }
    const value = valueOrReject(checked);
    const webhook = value.notificationWebhook;
    if (webhook !== undefined && !webhookAddresses.mayCall(webhook)) {
      throw new Rejection('INVALID_WEBHOOK', { at: ['notificationWebhook'] });
    }
    return value;
  }

  route(api.listApplications, ({ sql, actor }) => listApplicationsOf(sql, actor));
  route(api.getApplication, async ({ sql, application }) => {
    const found = withLastChanged(orNotFound(await findApplication(sql, application.id)));
    // The URL of a webhook is a secret, which only those need who may change it.
    return mayEdit(application.limits, undefined) ? found : { ...found, notificationWebhook: null };
  });
  route(api.createApplication, (call) => createApplication(call, checkedApplication(call), plans));
  route(api.updateApplication, (call) => editApplication(call, checkedApplication(call), plans));
  route(api.deleteApplication, deleteApplication);
}
