import {
  AUDIT_ACTIONS,
  type AuditEntry,
  ENTITY_TYPES,
  OTHER_ACTION,
  OTHER_ENTITY,
} from '@comporta/contract/audit-logs/audit-log';
import type { Language } from '@comporta/messages/languages';
import { type Say, speak } from '@comporta/messages/speak';
import type { AuditActor } from '../../tables/audit-entries.ts';
import { changesBetween } from './audit-text/field-changes.ts';
import { sayChange } from './audit-text/sentences.ts';

/** What was recorded of a change, as `audit_entries` keeps it: by a newer release beside this one, too (T20). */
export interface RecordedEntry {
  readonly action: string;
  readonly entityType: string;
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
      did: say(`audit.did.${knownAction(action)}`),
      thing: say(`audit.thing.${knownEntityType(entityType)}`),
      name: entityName,
    }),
    details: sayPlace(say, entry),
    items: changes
      // The name already stands in the headline, and what was left empty says nothing.
      .filter(({ before: was, after: is }) => was !== undefined || (is !== '' && is !== entityName))
      .flatMap((change) => sayChange(say, change)),
  };
}

export function knownAction(action: string): AuditEntry['action'] {
  return AUDIT_ACTIONS.find((known) => known === action) ?? OTHER_ACTION;
}

export function knownEntityType(type: string): AuditEntry['entity']['type'] {
  return ENTITY_TYPES.find((known) => known === type) ?? OTHER_ENTITY;
}

/** Says of changes that were made together who made how many, and where. */
export function renderTogether(
  { actor, applicationName }: RecordedEntry,
  count: number,
  language: Language,
): EntryText {
  const say = speak(language);
  return {
    headline: say('audit.together', { actor: sayActor(say, actor), count }),
    details: sayPlace(say, { applicationName }),
    items: [],
  };
}

function sayActor(say: Say, { kind, name }: AuditActor): string {
  switch (kind) {
    case 'user':
      return name;
    case 'key':
      return say('audit.actor.key', { name });
    default: // The service itself, or a kind of actor of a newer release.
      return say('audit.actor.system');
  }
}

function sayPlace(
  say: Say,
  { applicationName, environmentName }: Pick<RecordedEntry, 'applicationName' | 'environmentName'>,
): string {
  if (applicationName == null) return say('audit.place.account');
  const application = { application: applicationName };
  return environmentName == null
    ? say('audit.place.application', application)
    : say('audit.place.environment', { ...application, environment: environmentName });
}
