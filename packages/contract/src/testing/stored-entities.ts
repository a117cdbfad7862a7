import { APPLICATION, type Application } from '../applications/application.ts';
import { emptyDraft } from '../fields.ts';
import { PROPERTY, type Property } from '../properties/property.ts';
import { TARGET_GROUP, type TargetGroup } from '../target-groups/target-group.ts';
import { NEW_TOGGLE, type Toggle } from '../toggles/toggle.ts';
import { USER, type User } from '../users/user.ts';

/** Builders for one stored entity of each noun: a test sets only the fields that it is about. Texts are empty. */

const STORED = { id: 'id', version: 1 };
const LAST_CHANGED = { lastChanged: { at: '2026-01-01T00:00:00.000Z', by: { name: 'Ana' } } };
const IN_APPLICATION = { ...STORED, ...LAST_CHANGED, appId: 'app' };

export function anApplication(fields: Partial<Application> = {}): Application {
  return {
    ...emptyDraft(APPLICATION),
    ...STORED,
    ...LAST_CHANGED,
    environments: [],
    notificationWebhook: null,
    notificationLanguage: 'en',
    idleDays: 14,
    staleDigest: 'WEEKLY',
    ...fields,
  };
}

export function aProperty(fields: Partial<Property> = {}): Property {
  return { ...emptyDraft(PROPERTY), ...IN_APPLICATION, type: 'STRING', ...fields };
}

export function aTargetGroup(fields: Partial<TargetGroup> = {}): TargetGroup {
  return {
    ...emptyDraft(TARGET_GROUP),
    ...IN_APPLICATION,
    policy: 'AND',
    conditions: [],
    ...fields,
  };
}

export function aToggle(fields: Partial<Toggle> = {}): Toggle {
  return {
    ...NEW_TOGGLE,
    ...IN_APPLICATION,
    valueType: 'BOOLEAN',
    availableToClients: true,
    tags: [],
    lifetime: 'TEMPORARY',
    removeBy: null,
    ownerId: null,
    owner: null,
    snoozedUntil: null,
    archived: false,
    ...fields,
  };
}

export function aUser(fields: Partial<User> = {}): User {
  return {
    ...emptyDraft(USER),
    ...STORED,
    active: true,
    invited: false,
    apps: [],
    lastLoginAt: null,
    invitedAt: null,
    ...fields,
  };
}
