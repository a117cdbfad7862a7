import { AUDIT_ACTOR_KINDS, type AuditEntry } from '@comporta/contract/audit-logs/audit-log';
import type { Language } from '@comporta/messages/languages';
import { changesBetween, pathOf } from '../platform/changes/audit-text/field-changes.ts';
import { knownAction, knownEntityType, renderEntry } from '../platform/changes/audit-text.ts';
import type { StoredEntry } from './audit-log-repository.ts';

/** An entry as it is answered: in words, and as data. */
export function auditEntryAnswer(entry: StoredEntry, language: Language): AuditEntry {
  const { actor, before, after } = entry;
  const { headline, details, items } = renderEntry(entry, language);
  return {
    // One that is not numbered yet has no other; no number is below 0.
    id: String(entry.accountNumber ?? -entry.sequence),
    timestamp: entry.at.toISOString(),
    action: knownAction(entry.action),
    headline,
    details,
    items: [...items],
    actor: { ...actor, kind: AUDIT_ACTOR_KINDS.find((kind) => kind === actor.kind) ?? 'system' },
    entity: { type: knownEntityType(entry.entityType), id: entry.entityId, name: entry.entityName },
    appId: entry.applicationId ?? undefined,
    envId: entry.environmentId ?? undefined,
    changes: changesBetween(before, after).map((change) => ({
      path: pathOf(change),
      before: change.before,
      after: change.after,
    })),
  };
}
