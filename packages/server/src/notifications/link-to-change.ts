import type { EntityType } from '@comporta/contract/nouns/records';
import type { Language } from '@comporta/messages/languages';
import { speak } from '@comporta/messages/speak';
import type { RecordedChange, StoredDelivery } from './delivery-repository.ts';
import type { MessageLink } from './slack-message.ts';

type Linked = Pick<RecordedChange, 'action' | 'entityType' | 'entityId' | 'environmentId'>;

interface LinkedDelivery
  extends Pick<StoredDelivery, 'applicationId' | 'changeCount' | 'experimentId'> {
  readonly publicUrl: string;
}

/** The screens of the console that show things of one kind, below their application. */
interface Screens {
  /** Undefined where the console has no screen for a single one. */
  readonly one?: (change: Linked, place: LinkedDelivery) => string | undefined;
  readonly list: (change: Linked) => string | undefined;
}

const SCREENS: Readonly<Partial<Record<string, Screens>>> = {
  application: { list: () => '/config' },
  environment: { list: () => '/config' },
  environmentKey: { list: keysOf },
  clientKey: { list: keysOf },
  property: below('/properties'),
  targetGroup: below('/target-groups'),
  toggle: below('/toggles'),
  metric: below('/metrics'),
  idList: below('/id-lists'),
  eventKey: { list: () => '/metrics' },
  experiment: {
    one: (change) => experimentsOf(change) && `${experimentsOf(change)}/${change.entityId}`,
    list: experimentsOf,
  },
  analysis: { one: resultsOf, list: experimentsOf },
  changeRequest: below('/change-requests'),
  freeze: { list: () => '/config' },
} satisfies Partial<Record<EntityType, Screens>>;

function below(list: string): Screens {
  return { one: ({ entityId }) => `${list}/${entityId}`, list: () => list };
}

function keysOf({ environmentId }: Linked): string | undefined {
  return environmentId === null ? undefined : `/env/${environmentId}/reset`;
}

function experimentsOf({ environmentId }: Linked): string | undefined {
  return environmentId === null ? undefined : `/environments/${environmentId}/experiments`;
}

function resultsOf(change: Linked, { experimentId }: LinkedDelivery): string | undefined {
  const experiments = experimentsOf(change);
  if (experiments === undefined || experimentId === null) return undefined;
  return `${experiments}/${experimentId}/results?analysis=${change.entityId}`;
}

/**
 * A link to what was changed: to its list when it was deleted, and to the audit log when there are several changes, or
 * things that this release does not know. Source: CDW-68.
 */
export function linkToChange(
  change: Linked,
  place: LinkedDelivery,
  language: Language,
): MessageLink {
  const say = speak(language);
  const { publicUrl, applicationId, changeCount } = place;
  const isDeleted = change.action === 'DELETED';
  if (isDeleted && change.entityType === 'application') {
    return { url: `${publicUrl}/dashboard`, text: say('notification.open.list') };
  }
  const application = `${publicUrl}/applications/${applicationId}`;
  const screens = changeCount === 1 ? SCREENS[change.entityType] : undefined;
  const one = isDeleted ? undefined : screens?.one?.(change, place);
  if (one !== undefined) return { url: application + one, text: say('notification.open.one') };
  const list = screens?.list(change);
  if (list !== undefined) return { url: application + list, text: say('notification.open.list') };
  return { url: `${application}/audit-logs`, text: say('notification.open.auditLog') };
}
