import {
  type AuditEntry,
  OTHER_ACTION,
  OTHER_ENTITY,
} from '@comporta/contract/audit-logs/audit-log';
import { AUDIT_ACTIONS, ENTITY_TYPES } from '@comporta/contract/nouns/records';
import type { Words } from '@comporta/contract/words';
import type { Language } from '@comporta/messages/languages';
import { type Say, speak } from '@comporta/messages/speak';
import { plainWords } from '@comporta/messages/words';
import type { AuditActor } from '../tables/audit-entries.ts';
import { changesBetween } from './field-changes.ts';
import { sayChange } from './sentences.ts';

/** A recorded change, as stored in `audit_entries`. A newer release that runs beside this one may have written it (T20). */
export interface RecordedEntry {
  readonly action: string;
  readonly entityType: string;
  readonly entityName: string;
  readonly applicationName?: string | null | undefined;
  readonly environmentName?: string | null | undefined;
  /** The names of the environments that the change touches, where it has none of its own. */
  readonly touched?: readonly string[] | null | undefined;
  readonly actor: AuditActor;
  readonly before?: object | null | undefined;
  readonly after?: object | null | undefined;
}

export interface EntryText {
  /** Who did what to which thing. */
  readonly headline: string;
  /** The application and environment of the change. */
  readonly details: string;
  /** What changed, one sentence each. */
  readonly items: readonly string[];
}

export interface EntryWords extends EntryText {
  /** The sentences of `items` in parts. */
  readonly itemWords: readonly Words[];
}

/** Renders an entry as text, for the audit log and for notifications. */
export function renderEntry(entry: RecordedEntry, language: Language): EntryWords {
  const say = speak(language);
  const { action, entityType, entityName, before, after } = entry;
  // The items of a deletion list the old values, in the way that those of a creation list the new ones.
  const changes = after == null ? changesBetween(undefined, before) : changesBetween(before, after);
  const itemWords = changes
    // The headline already has the name, and empty fields carry no information.
    .filter(({ before: was, after: is }) => was !== undefined || (is !== '' && is !== entityName))
    .flatMap((change) => sayChange(say, entityType, change));
  return {
    headline: say('audit.headline', {
      actor: sayActor(say, entry.actor),
      did: say(`audit.did.${knownAction(action)}`),
      thing: say(`audit.thing.${knownEntityType(entityType)}`),
      name: entityName,
    }),
    details: sayPlace(say, entry),
    items: itemWords.map(plainWords),
    itemWords,
  };
}

export function knownAction(action: string): AuditEntry['action'] {
  return AUDIT_ACTIONS.find((known) => known === action) ?? OTHER_ACTION;
}

export function knownEntityType(type: string): AuditEntry['entity']['type'] {
  return ENTITY_TYPES.find((known) => known === type) ?? OTHER_ENTITY;
}

/** Renders several changes of one call: who made how many, and where. */
export function renderTogether(
  { actor, applicationName, touched }: RecordedEntry,
  count: number,
  language: Language,
): EntryText {
  const say = speak(language);
  return {
    headline: say('audit.together', { actor: sayActor(say, actor), count }),
    details: sayPlace(say, { applicationName, touched }),
    items: [],
  };
}

/** An application has up to a hundred environments. */
const NAMED_ENVIRONMENTS = 5;

function sayActor(say: Say, { kind, name, via, service }: AuditActor): string {
  switch (kind) {
    case 'user':
      return via === undefined ? name : say('audit.actor.token', { name, token: via });
    case 'key':
      return say(service ? 'audit.actor.service' : 'audit.actor.key', { name });
    case 'provider':
      return say('audit.actor.provider', { name });
    default: // The service itself, or a kind of actor that only a newer release knows.
      return say('audit.actor.system');
  }
}

function sayPlace(
  say: Say,
  place: Pick<RecordedEntry, 'applicationName' | 'environmentName' | 'touched'>,
): string {
  const { applicationName, environmentName, touched } = place;
  if (applicationName == null) return say('audit.place.account');
  const application = { application: applicationName };
  if (environmentName != null) {
    return say('audit.place.environment', { ...application, environment: environmentName });
  }
  const [first, ...others] = touched ?? [];
  if (first === undefined) return say('audit.place.application', application);
  const shown = [first, ...others.slice(0, NAMED_ENVIRONMENTS - 1)];
  const environments = shown.map((text) => say('audit.quote', { text })).join(', ');
  const more = others.length + 1 - shown.length;
  return say('audit.place.touching', { ...application, environments, more });
}
