import type { AuditAction, EntityType } from '@comporta/contract/audit-logs/audit-log';
import type { Language } from '@comporta/messages/languages';
import { type Say, speak } from '@comporta/messages/speak';
import type { AuditActor } from '../../tables/audit-entries.ts';
import { changesBetween } from './audit-text/field-changes.ts';
import { sayChange } from './audit-text/sentences.ts';

/** What was recorded of a change, as `audit_entries` keeps it. */
export interface RecordedEntry {
  readonly action: AuditAction;
  readonly entityType: EntityType;
  readonly entityName: string;
  readonly applicationName?: string | null | undefined;
  readonly environmentName?: string | null | undefined;
  readonly actor: AuditActor;
  readonly before?: object | null | undefined;
  readonly after?: object | null | undefined;
}

export interface EntryText {
  /** Who did what to which thing. */
  readonly headline: string;
  /** Where. */
  readonly details: string;
  /** What changed, one sentence each. */
  readonly items: readonly string[];
}

/** Says an entry in words, for the audit log and for notifications. */
export function renderEntry(entry: RecordedEntry, language: Language): EntryText {
  const say = speak(language);
  const { action, entityType, entityName, before, after } = entry;
  // Of what was deleted the items say what it was, as those of what was created say what it is.
  const changes = after == null ? changesBetween(undefined, before) : changesBetween(before, after);
  return {
    headline: say('audit.headline', {
      actor: sayActor(say, entry.actor),
      did: say(`audit.did.${action}`),
      thing: say(`audit.thing.${entityType}`),
      name: entityName,
    }),
    details: sayPlace(say, entry),
    items: changes
      // The name already stands in the headline, and what was left empty says nothing.
      .filter(({ before: was, after: is }) => was !== undefined || (is !== '' && is !== entityName))
      .flatMap((change) => sayChange(say, change)),
  };
}

function sayActor(say: Say, { kind, name }: AuditActor): string {
  switch (kind) {
    case 'user':
      return name;
    case 'key':
      return say('audit.actor.key', { name });
    case 'system':
      return say('audit.actor.system');
  }
}

function sayPlace(say: Say, { applicationName, environmentName }: RecordedEntry): string {
  if (applicationName == null) return say('audit.place.account');
  const application = { application: applicationName };
  return environmentName == null
    ? say('audit.place.application', application)
    : say('audit.place.environment', { ...application, environment: environmentName });
}
