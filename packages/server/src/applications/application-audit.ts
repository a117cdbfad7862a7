import type { Application } from '@comporta/contract/applications/application';

const SHOWN_CHARS = 4;

/** What the audit log keeps of an application. The path of a webhook is a secret: its end tells two apart. */
export function auditOf(application: Application) {
  const { name, environments, notificationWebhook, notificationLanguage } = application;
  return {
    name,
    environments: environments.map((environment) => environment.name),
    notificationWebhook: notificationWebhook === null ? undefined : masked(notificationWebhook),
    notificationLanguage,
  };
}

function masked(webhook: string): string {
  return `${new URL(webhook).origin}/····${webhook.slice(-SHOWN_CHARS)}`;
}
