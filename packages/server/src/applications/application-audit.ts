import { APPLICATION, type Application } from '@comporta/contract/applications/application';
import { pickFields } from '@comporta/contract/fields';
import type { Change } from '@comporta/contract/nouns/change';

const SHOWN_CHARS = 4;

export function applicationEdited(
  before: Omit<Application, 'lastChanged'>,
  after: Omit<Application, 'lastChanged'>,
): Change<'application'> {
  const kept = new Set(after.environments.map(({ id }) => id));
  return {
    action: 'EDITED',
    type: 'application',
    id: after.id,
    name: after.name,
    before: applicationAudit(before),
    after: applicationAudit(after),
    touches: before.environments.filter(({ id }) => !kept.has(id)),
  };
}

/** What the audit log keeps of an application. A webhook's path is secret; its end tells two apart. */
export function applicationAudit(application: Omit<Application, 'lastChanged'>) {
  const { environments, notificationWebhook: webhook } = application;
  return {
    ...pickFields(APPLICATION, application),
    environments: environments.map((environment) => environment.name),
    productionEnvironments: namesOf(environments, true),
    otherEnvironments: namesOf(environments, false),
    bulkCountingEnvironments: environments
      .filter((environment) => environment.countBulkAsExposure)
      .map(({ name }) => name),
    notificationWebhook: webhook === null ? undefined : masked(webhook),
  };
}

/** The environments that are explicitly marked as production or not; for the others it is derived from their names. */
function namesOf(
  environments: Omit<Application, 'lastChanged'>['environments'],
  production: boolean,
) {
  return environments
    .filter((environment) => environment.production === production)
    .map(({ name }) => name);
}

function masked(webhook: string): string {
  return `${new URL(webhook).origin}/····${webhook.slice(-SHOWN_CHARS)}`;
}
