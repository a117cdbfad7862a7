import { APPLICATION, type Application } from '@comporta/contract/applications/application';
import { pickFields } from '@comporta/contract/fields';
import type { Change } from '../platform/changes/change.ts';

const SHOWN_CHARS = 4;

export function applicationEdited(before: Application, after: Application): Change<'application'> {
  return {
    action: 'EDITED',
    type: 'application',
    id: after.id,
    name: after.name,
    before: applicationAudit(before),
    after: applicationAudit(after),
  };
}

/** What the audit log keeps of an application. The path of a webhook is a secret: its end tells two apart. */
export function applicationAudit(application: Application) {
  const { environments, notificationWebhook: webhook } = application;
  return {
    ...pickFields(APPLICATION, application),
    environments: environments.map((environment) => environment.name),
    notificationWebhook: webhook === null ? undefined : masked(webhook),
  };
}

function masked(webhook: string): string {
  return `${new URL(webhook).origin}/····${webhook.slice(-SHOWN_CHARS)}`;
}
