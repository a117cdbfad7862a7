import type { AuditEntry } from '@comporta/contract/audit-logs/audit-log';
import { thingPath } from '../../base/sections.ts';

/** The screen of the changed thing; undefined when it has none, or was deleted. */
export function entityPath({ action, entity, appId, envId }: AuditEntry): string | undefined {
  return action === 'DELETED' ? undefined : thingPath(entity.type, { appId, envId, id: entity.id });
}
