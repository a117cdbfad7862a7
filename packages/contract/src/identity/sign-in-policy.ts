import * as z from 'zod/mini';
import { lastChangedSchema } from '../last-changed.ts';
import { type Checked, checked, type Problem } from '../problem.ts';
import { documented, id } from '../shapes.ts';

/** `EMERGENCY_ONLY`: everybody else comes in through a provider. Source: IDN-20. */
export const PASSWORD_LOGINS = ['EVERYBODY', 'EMERGENCY_ONLY'] as const;
/** Of whom a second factor is asked. Source: IDN-35. */
export const SECOND_FACTOR_RULES = ['OPTIONAL', 'ADMINS', 'ALL'] as const;

export const MAX_EMERGENCY_USERS = 3;
const MAX_ID_CHARS = 100;

interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** The bounds of the numbers. Source: IDN-41. */
export const POLICY_BOUNDS = {
  graceDays: { min: 0, max: 30 },
  sessionHours: { min: 1, max: 24 },
  idleMinutes: { min: 15, max: 480 },
  passwordMinChars: { min: 6, max: 64 },
  tokenMaxDays: { min: 1, max: 365 },
  tokenSleepDays: { min: 1, max: 90 },
} as const satisfies Readonly<Record<string, Bounds>>;
export type PolicyNumber = keyof typeof POLICY_BOUNDS;

const days = (words: string) => documented(z.number(), { description: words });

const FIELDS = {
  passwordLogin: z.enum(PASSWORD_LOGINS),
  emergencyUsers: documented(z.readonly(z.array(z.string().check(z.maxLength(MAX_ID_CHARS)))), {
    description: `Ids of at most ${MAX_EMERGENCY_USERS} administrators who come in without a provider.`,
  }),
  secondFactor: z.enum(SECOND_FACTOR_RULES),
  graceDays: days('0 to 30, from the first sign-in of a person of whom a factor is asked.'),
  sessionHours: documented(z.number(), { description: '1 to 24.' }),
  idleMinutes: documented(z.nullable(z.number()), {
    description: '15 to 480; null where idle sessions do not end.',
  }),
  passwordMinChars: documented(z.number(), { description: '6 to 64, for the next change.' }),
  tokenMaxDays: days('1 to 365.'),
  tokenSleepDays: days('1 to 90 since the owner came through the provider.'),
  deviceLogin: documented(z.boolean(), { description: 'Whether `comporta login` works.' }),
};

const policySchema = z.object(FIELDS);
/** How the users of a company come in. Source: IDN-41. */
export type SignInPolicy = z.infer<typeof policySchema>;

/** That of a company for which none is stored: what 0.2.0 does. */
export const DEFAULT_SIGN_IN_POLICY: SignInPolicy = {
  passwordLogin: 'EVERYBODY',
  emergencyUsers: [],
  secondFactor: 'OPTIONAL',
  graceDays: 7,
  sessionHours: 8,
  idleMinutes: null,
  passwordMinChars: 6,
  tokenMaxDays: 365,
  tokenSleepDays: 30,
  deviceLogin: true,
};

/** How many users without a connection are named; an emergency user may be among them. */
export const NAMED_UNCONNECTED = 10 + MAX_EMERGENCY_USERS;

const emergencyCandidateSchema = z.object({
  id,
  name: z.string(),
  email: z.string(),
  hasPassword: z.boolean(),
  hasFactor: z.boolean(),
  connected: z.boolean(),
});
export type EmergencyCandidate = z.infer<typeof emergencyCandidateSchema>;

export const savedSignInPolicySchema = documented(
  z.object({
    id: documented(id, { description: 'Of the company.' }),
    ...FIELDS,
    version: documented(z.int(), { description: '0 as long as nobody has saved it.' }),
    lastChanged: z.optional(lastChangedSchema),
    candidates: documented(z.array(emergencyCandidateSchema), {
      description: 'The active administrators, by name: who may become an emergency user.',
    }),
    unconnected: documented(
      z.object({ count: z.int(), people: z.array(z.object({ id, name: z.string() })) }),
      { description: 'Active users whom no enabled provider knows; the first of them by name.' },
    ),
  }),
  { id: 'SignInPolicy' },
);
export type SavedSignInPolicy = z.infer<typeof savedSignInPolicySchema>;

/** What is not sent stays as it is stored. */
export const signInPolicyDraftSchema = z.partial(policySchema);
export type SignInPolicyDraft = z.infer<typeof signInPolicyDraftSchema>;

/** Each number within its bounds, which a problem names as `{min, max}`. */
export function checkSignInPolicy(
  draft: SignInPolicyDraft,
  stored: SignInPolicy,
): Checked<SignInPolicy, 'INVALID_POLICY_VALUE'> {
  const sent = Object.fromEntries(
    Object.entries(draft).filter(([, value]) => value !== undefined),
  ) as Partial<SignInPolicy>; // Object.fromEntries loses which name has which value.
  const policy: SignInPolicy = { ...stored, ...sent };
  const emergencyUsers = [...new Set(policy.emergencyUsers)];
  const problems: Problem<'INVALID_POLICY_VALUE'>[] = [];
  // The compiler does not know that these are all keys.
  for (const name of Object.keys(POLICY_BOUNDS) as PolicyNumber[]) {
    requireWithin(name, policy[name] ?? POLICY_BOUNDS[name].min, POLICY_BOUNDS[name]);
  }
  requireWithin('emergencyUsers', emergencyUsers.length, { min: 0, max: MAX_EMERGENCY_USERS });
  return checked({ ...policy, emergencyUsers }, problems);

  function requireWithin(name: string, value: number, { min, max }: Bounds): void {
    if (Number.isInteger(value) && value >= min && value <= max) return;
    problems.push({ code: 'INVALID_POLICY_VALUE', at: [name], meta: { min, max } });
  }
}
