import { AUDIT_ACTOR_KINDS, type AuditEntry } from '@comporta/contract/audit-logs/audit-log';
import type { Words } from '@comporta/contract/words';
import type { Language } from '@comporta/messages/languages';
import { knownAction, knownEntityType, renderEntry } from '../audit-text/audit-text.ts';
import { changesBetween, pathOf } from '../audit-text/field-changes.ts';
import { type EnvironmentNames, namesOf } from '../platform/changes/environment-names.ts';
import type { StoredEntry } from './audit-log-repository.ts';

/** An entry as the API returns it: as text in the reader's language, and as data. */
export function auditEntryAnswer(
  entry: StoredEntry,
  names: EnvironmentNames,
  language: Language,
): AuditEntry {
  const { actor, before, after } = entry;
  const touched = namesOf(names, entry.environmentIds);
  const { headline, details, items, itemWords } = renderEntry({ ...entry, touched }, language);
  return {
    // An entry that has no number yet uses its negated sequence. Numbers are never negative, so the two cannot clash.
    id: String(entry.accountNumber ?? -entry.sequence),
    timestamp: entry.at.toISOString(),
    action: knownAction(entry.action),
    headline,
    details,
    items: [...items],
    ...(itemWords.some(isMarked) && { itemWords: itemWords.map((words) => [...words]) }),
    actor: { ...actor, kind: AUDIT_ACTOR_KINDS.find((kind) => kind === actor.kind) ?? 'system' },
    entity: { type: knownEntityType(entry.entityType), id: entry.entityId, name: entry.entityName },
    ...(entry.reason && { reason: entry.reason }),
    ...(entry.request && { request: entry.request }),
    appId: entry.applicationId ?? undefined,
    envId: entry.environmentId ?? undefined,
    changes: changesBetween(before, after).map((change) => ({
      path: pathOf(change),
      before: change.before,
      after: change.after,
    })),
  };
}

/** Whether a sentence has a part that is not just text. */
function isMarked(words: Words): boolean {
  return words.some((part) => typeof part !== 'string');
}
