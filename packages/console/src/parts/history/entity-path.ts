import type { AuditEntry } from '@comporta/contract/audit-logs/audit-log';
import { pathTo } from '../../base/paths.ts';

/** The screen of the changed thing; undefined when it has none, or was deleted. */
export function entityPath({ action, entity, appId, envId }: AuditEntry): string | undefined {
  if (action === 'DELETED') return undefined;
  const { type, id } = entity;
  if (type === 'user') return pathTo('user', { id });
  if (type === 'accountKey') return pathTo('accountKeys');
  if (appId === undefined) return undefined;
  switch (type) {
    case 'application':
    case 'environment':
    case 'environmentKey':
    case 'clientKey':
      return pathTo('settings', { appId });
    case 'property':
      return pathTo('property', { appId, id });
    case 'targetGroup':
      return pathTo('targetGroup', { appId, id });
    case 'toggle':
      return pathTo('toggle', { appId, toggleId: id });
    case 'experiment':
      return envId === undefined ? undefined : pathTo('experiment', { appId, envId, id });
    case 'metric':
      return pathTo('metric', { appId, id });
    case 'account':
    case 'analysis':
    case 'eventKey':
    case 'other':
      return undefined;
  }
}
