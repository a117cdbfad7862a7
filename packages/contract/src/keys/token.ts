import * as z from 'zod/mini';
import { checkTexts } from '../check-texts.ts';
import { SCOPES, type Scope } from '../endpoint.ts';
import type { ErrorCode } from '../errors.ts';
import { fieldsOf, requiredText } from '../fields.ts';
import { type Checked, checked, type Problem } from '../problem.ts';
import { documented, draftList, id } from '../shapes.ts';

/** Personal tokens of one user. Source: IDN-50. */
export const MAX_TOKENS = 20;
/** For how long a token opens something, where nobody says it. */
export const TOKEN_DAYS = 30;

export const TOKEN = fieldsOf({
  name: requiredText({ maxChars: 50, empty: 'EMPTY_NAME', tooLong: 'NAME_TOO_LONG' }),
});

const chosen = (description: string) => documented(z.nullable(z.array(id)), { description });

const limitsShape = {
  scopes: documented(z.array(z.enum(SCOPES)), {
    description: '`write` and `settings` contain `read`; `write` contains `code`.',
  }),
  applications: chosen('Ids of the applications that it opens; null for all that its owner may.'),
  environments: chosen('Ids of the environments that it may change; null for all.'),
  expiresAt: documented(z.nullable(z.iso.datetime()), {
    description: 'Null for a service key without an end.',
  }),
};

const tokenShape = {
  id,
  name: z.string(),
  mask: documented(z.string(), { description: 'Dots and the last four characters.' }),
  ...limitsShape,
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: documented(z.nullable(z.iso.datetime()), {
    description: 'When it was last used, to the minute; null if never.',
  }),
};

export const tokenSchema = documented(
  z.object({
    ...tokenShape,
    asleepUntil: documented(z.optional(z.array(z.string())), {
      description:
        'Present while it opens nothing until its owner has come in through one of these providers.',
    }),
  }),
  { id: 'Token', description: 'What lets a program act in the name of a user, or as a service.' },
);
export type Token = z.infer<typeof tokenSchema>;

export const ownedTokenSchema = documented(
  z.object({
    ...tokenSchema.shape,
    owner: z.object({ id, name: z.string(), email: z.string() }),
  }),
  { id: 'OwnedToken', description: 'A personal token and whose it is.' },
);
export type OwnedToken = z.infer<typeof ownedTokenSchema>;

export const newTokenSchema = documented(z.object({ ...tokenShape, key: z.string() }), {
  id: 'NewToken',
  description: 'The new token, which is not shown again.',
});
export type NewToken = z.infer<typeof newTokenSchema>;

export const tokenDraftSchema = z.object({
  ...TOKEN.draft,
  scopes: draftList(z.string()),
  applications: z.nullish(z.array(id)),
  environments: z.nullish(z.array(id)),
  days: documented(z.nullish(z.number()), {
    description: `From 1 to what the company allows; default ${TOKEN_DAYS}. For a service key, null is no end.`,
  }),
});
export type TokenDraft = z.input<typeof tokenDraftSchema>;

export interface TokenValue {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly applications: readonly string[] | null;
  readonly environments: readonly string[] | null;
  readonly days: number | null;
}

export const TOKEN_CODES = [
  'EMPTY_NAME',
  'NAME_TOO_LONG',
  'INVALID_CHARACTERS',
  'INVALID_SCOPE',
  'INVALID_EXPIRY',
  'UNKNOWN_APPLICATION',
  'UNKNOWN_ENVIRONMENT',
] as const satisfies readonly ErrorCode[];
export type TokenCode = (typeof TOKEN_CODES)[number];

/** A draft as the schema has read it, or as a form has it. */
export interface AskedToken {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly applications?: readonly string[] | null | undefined;
  readonly environments?: readonly string[] | null | undefined;
  readonly days?: number | null | undefined;
}

interface Ends {
  readonly maxDays: number;
  /** Whether it may have no end. */
  readonly mayBeEndless: boolean;
}

/** Checks everything but whether what was chosen exists. An empty choice would open nothing, and so is a mistake. */
export function checkToken(
  draft: AskedToken,
  { maxDays, mayBeEndless }: Ends,
): Checked<TokenValue, TokenCode> {
  const { texts, problems: ofTexts } = checkTexts(TOKEN, draft);
  const problems: Problem<TokenCode>[] = [...ofTexts];
  const scopes = SCOPES.filter((scope) => draft.scopes.includes(scope));
  const areKnown = draft.scopes.every((scope) => SCOPES.some((known) => known === scope));
  if (scopes.length === 0 || !areKnown) problems.push({ code: 'INVALID_SCOPE', at: ['scopes'] });
  const applications = draft.applications ?? null;
  if (applications?.length === 0) {
    problems.push({ code: 'UNKNOWN_APPLICATION', at: ['applications'] });
  }
  const environments = draft.environments ?? null;
  if (environments?.length === 0) {
    problems.push({ code: 'UNKNOWN_ENVIRONMENT', at: ['environments'] });
  }
  const days = draft.days === undefined ? Math.min(TOKEN_DAYS, maxDays) : draft.days;
  const isEnd =
    days === null ? mayBeEndless : Number.isInteger(days) && days >= 1 && days <= maxDays;
  if (!isEnd) problems.push({ code: 'INVALID_EXPIRY', at: ['days'], meta: { max: maxDays } });
  return checked({ name: texts.name, scopes, applications, environments, days }, problems);
}
