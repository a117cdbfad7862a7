import * as z from 'zod/mini';
import { changePolicySchema } from '../change-policies/change-policy.ts';
import { problemsOfText } from '../check-texts.ts';
import type { ErrorCode } from '../errors.ts';
import {
  emptyDraft,
  field,
  fieldsOf,
  kept,
  localField,
  text,
  type ValueOf,
  word,
} from '../fields.ts';
import { lastChangedSchema } from '../last-changed.ts';
import { type Checked, checked, type Problem } from '../problem.ts';
import { roleSchema } from '../role.ts';
import { documented, draftList, draftText, id, version } from '../shapes.ts';
import { normalizeText } from '../visible-text.ts';

export const APPLICATION_NAME_MAX_CHARS = 100;
export const ENVIRONMENT_NAME_MAX_CHARS = 100;
export const MAX_ENVIRONMENTS = 100;
export const WEBHOOK_MAX_CHARS = 2048;

export const IDLE_DAYS = { min: 7, max: 90, usual: 14 } as const;

/** Whether the webhook hears on Mondays which toggles have become stale. Source: LIF-25. */
export const STALE_DIGESTS = ['OFF', 'WEEKLY'] as const;
export type StaleDigest = (typeof STALE_DIGESTS)[number];
const staleDigest = z.enum(STALE_DIGESTS);

/** The languages of messages to a webhook. */
export const NOTIFICATION_LANGUAGES = ['en', 'pt'] as const;
export type NotificationLanguage = (typeof NOTIFICATION_LANGUAGES)[number];

export const environmentSchema = documented(
  z.object({
    id,
    name: z.string(),
    /** False until a key was generated: until then no system can request this environment's toggles. */
    hasKey: z.boolean(),
    production: documented(z.nullable(z.boolean()), {
      description: 'Whether it has real users; null: derived from its name.',
    }),
    countBulkAsExposure: documented(z.boolean(), {
      description:
        'Whether fetching all values at once counts as an exposure to every measured one.',
    }),
  }),
  {
    id: 'Environment',
    description: 'A place where an application runs, such as production, with its own key.',
  },
);
export type Environment = z.infer<typeof environmentSchema>;

/** Has no webhook, because browsers keep the list in storage and the URL of a webhook is a secret. */
export const applicationSummarySchema = documented(
  z.object({
    id,
    name: z.string(),
    environments: z.array(
      z.extend(environmentSchema, {
        changePolicy: documented(z.optional(changePolicySchema), {
          description: 'What its changes need; absent where they need nothing.',
        }),
        freeze: documented(z.optional(z.object({ name: z.string(), until: z.string() })), {
          description: 'What keeps it from being changed now, and how long; absent for nothing.',
        }),
        role: documented(z.optional(roleSchema), {
          description: 'The role of the caller in it; absent where it is that in the application.',
        }),
      }),
    ),
    openRequests: documented(z.optional(z.int()), {
      description: 'How many change requests are not closed; absent for none.',
    }),
    role: documented(z.optional(roleSchema), {
      description: 'The role of the caller; absent for an editor and for an admin.',
    }),
  }),
  { id: 'ApplicationSummary', description: 'An application and its environments, for lists.' },
);
export type ApplicationSummary = z.infer<typeof applicationSummarySchema>;

export const APPLICATION = fieldsOf({
  name: text,
  environments: localField({
    stored: z.array(environmentSchema),
    draft: draftList(
      z.object({
        id: draftText,
        name: draftText,
        production: z.optional(z.nullable(z.boolean())),
        countBulkAsExposure: z.optional(z.boolean()),
      }),
    ),
  }),
  notificationWebhook: localField({ stored: z.nullable(z.string()), draft: draftText }),
  notificationLanguage: word(NOTIFICATION_LANGUAGES, 'language'),
  /** A toggle that no program used for so many days is idle. */
  idleDays: kept('0.3.0', z.int()),
  /** Applications of earlier releases have OFF; a new one that names none gets WEEKLY. */
  staleDigest: field({
    stored: staleDigest,
    draft: z.optional(staleDigest),
    document: z.optional(staleDigest),
    said: { words: STALE_DIGESTS, as: 'app.staleDigest' },
    since: '0.3.0',
  }),
});

export const applicationSchema = documented(
  z.object({ id, ...APPLICATION.stored, version, lastChanged: lastChangedSchema }),
  {
    id: 'Application',
    description: 'A system of the company, with its environments.',
  },
);
export type Application = z.infer<typeof applicationSchema>;

export const applicationDraftSchema = z.object(APPLICATION.draft);
export type ApplicationDraft = z.output<typeof applicationDraftSchema>;
export const NEW_APPLICATION: ApplicationDraft = emptyDraft(APPLICATION);

/**
 * A draft of a stored application, with the environments that it removes: one in use goes only when it is named here.
 */
export const applicationEditSchema = z.extend(applicationDraftSchema, {
  /** Ids of the environments to remove, together with their experiments. */
  removeEnvironments: draftList(id),
});
export type ApplicationEdit = z.output<typeof applicationEditSchema>;

/** An environment of a checked draft. */
export interface EnvironmentValue {
  /** Absent for an environment that is new or identified by its name. */
  readonly id: string | undefined;
  readonly name: string;
  /** Absent: the stored setting stays. */
  readonly production?: boolean | null | undefined;
  /** Absent: the stored setting stays. */
  readonly countBulkAsExposure?: boolean | undefined;
}

/** A checked draft of an application. */
export interface ApplicationValue
  extends Omit<ValueOf<typeof APPLICATION>, 'environments' | 'notificationWebhook' | Later>,
    Partial<Pick<ValueOf<typeof APPLICATION>, Later>> {
  readonly environments: readonly EnvironmentValue[];
  readonly notificationWebhook: string | undefined;
}

/** Absent: the stored setting stays. */
type Later = 'idleDays' | 'staleDigest';

export const APPLICATION_CODES = [
  'EMPTY_NAME',
  'INVALID_CHARACTERS',
  'NAME_TOO_LONG',
  'NO_ENVIRONMENT',
  'DUPLICATE_ENVIRONMENT',
  'INVALID_WEBHOOK',
  'INVALID_WEBHOOK_LANGUAGE',
  'LIMIT_EXCEEDED',
] as const satisfies readonly ErrorCode[];
export type ApplicationCode = (typeof APPLICATION_CODES)[number];

/** Checks and normalises an application. Source: APP-02, APP-03, APP-15. */
export function checkApplication(
  draft: ApplicationDraft,
): Checked<ApplicationValue, ApplicationCode> {
  const name = normalizeText(draft.name);
  const { idleDays, staleDigest } = draft;
  const environments = environmentsOf(draft);
  const webhook = draft.notificationWebhook.trim();
  const language = draft.notificationLanguage.trim() || 'en';
  const notificationLanguage = NOTIFICATION_LANGUAGES.find((known) => known === language);

  const problems = [
    ...problemsOfText(['name'], name, nameBounds(APPLICATION_NAME_MAX_CHARS)),
    ...problemsOfEnvironments(environments),
  ];
  if (webhook !== '' && !isWebhook(webhook)) {
    problems.push({ code: 'INVALID_WEBHOOK', at: ['notificationWebhook'] });
  }
  if (notificationLanguage === undefined) {
    problems.push({ code: 'INVALID_WEBHOOK_LANGUAGE', at: ['notificationLanguage'] });
  }
  problems.push(...problemsOfIdleDays(idleDays));
  return checked(
    {
      name,
      environments,
      notificationWebhook: webhook === '' ? undefined : webhook,
      notificationLanguage: notificationLanguage ?? 'en',
      ...(idleDays !== undefined && { idleDays }),
      ...(staleDigest !== undefined && { staleDigest }),
    },
    problems,
  );
}

/**
 * The environments in their order, with normalised names. A new environment without a name, or with a name that the list
 * already has, is ignored. An existing one is never ignored, because leaving it out would remove it.
 */
function environmentsOf(draft: ApplicationDraft): EnvironmentValue[] {
  const known = new Set(
    draft.environments.filter(({ id }) => id !== '').map(({ name }) => normalizeText(name)),
  );
  const environments: EnvironmentValue[] = [];
  for (const { id, name, ...settings } of draft.environments) {
    const normal = normalizeText(name);
    if (id !== '') environments.push({ id, name: normal, ...settings });
    else if (normal !== '' && !known.has(normal)) {
      known.add(normal);
      environments.push({ id: undefined, name: normal, ...settings });
    }
  }
  return environments;
}

/** Checks the names of environments to create, as an import contains them. */
export function checkEnvironmentNames(
  names: readonly string[],
): Checked<readonly EnvironmentValue[], ApplicationCode> {
  const environments = names.map((name) => ({ id: undefined, name: normalizeText(name) }));
  return checked(environments, problemsOfEnvironments(environments));
}

function problemsOfEnvironments(environments: readonly EnvironmentValue[]) {
  const problems: Problem<ApplicationCode>[] = [];
  if (environments.length === 0) problems.push({ code: 'NO_ENVIRONMENT', at: ['environments'] });
  if (environments.length > MAX_ENVIRONMENTS) {
    const meta = { field: 'environments', limit: MAX_ENVIRONMENTS };
    problems.push({ code: 'LIMIT_EXCEEDED', at: ['environments'], meta });
  }
  const ids = new Set<string>();
  const names = new Set<string>();
  for (const [index, { id, name }] of environments.entries()) {
    const at = ['environments', index, 'name'];
    problems.push(...problemsOfText(at, name, nameBounds(ENVIRONMENT_NAME_MAX_CHARS)));
    if (names.has(name) || (id !== undefined && ids.has(id))) {
      problems.push({ code: 'DUPLICATE_ENVIRONMENT', at, meta: { name } });
    }
    names.add(name);
    if (id !== undefined) ids.add(id);
  }
  return problems;
}

function problemsOfIdleDays(days: number | undefined): Problem<ApplicationCode>[] {
  const { min, max } = IDLE_DAYS;
  if (days === undefined || (Number.isInteger(days) && days >= min && days <= max)) return [];
  const meta = { field: 'idleDays', limit: days < min ? min : max };
  return [{ code: 'LIMIT_EXCEEDED', at: ['idleDays'], meta }];
}

function nameBounds(maxChars: number) {
  return { maxChars, empty: 'EMPTY_NAME', tooLong: 'NAME_TOO_LONG' } as const;
}

// Every runtime has it. It is declared here because the contract uses neither Node's types nor the browser's.
declare const URL: { canParse(text: string): boolean };

/** Checks the form only. The server decides which hosts are allowed. */
function isWebhook(text: string): boolean {
  return text.length <= WEBHOOK_MAX_CHARS && /^https?:\/\//i.test(text) && URL.canParse(text);
}
