import * as z from 'zod/mini';
import { roleSchema } from '../role.ts';
import { documented } from '../shapes.ts';

/** What somebody is who comes in, or the code with which they would be refused. Source: IDN-19. */
export const TEST_OUTCOMES = [
  'KNOWN',
  'LINK',
  'CREATE',
  'SSO_LINK_REQUIRED',
  'SSO_EMAIL_MISSING',
  'SSO_EMAIL_UNVERIFIED',
  'SSO_EMAIL_TAKEN',
  'SSO_NO_ACCESS',
  'SSO_GROUPS_MISSING',
] as const;
export type TestOutcome = (typeof TEST_OUTCOMES)[number];

export const providerTestSchema = documented(
  z.object({
    outcome: z.enum(TEST_OUTCOMES),
    /** Whether the provider is set up as it should be: it may still be that this person has no access. */
    ok: z.boolean(),
    name: z.nullable(z.string()),
    email: z.nullable(z.string()),
    groups: z.nullable(z.readonly(z.array(z.string()))),
    admin: z.enum(['KEEP', 'GIVE', 'TAKE', 'KEPT']),
    give: documented(z.array(z.string()), { description: 'Names of applications.' }),
    roles: documented(
      z.optional(z.array(z.object({ application: z.string(), role: roleSchema }))),
      { description: 'The applications that groups open, and not as an editor; absent for none.' },
    ),
    take: documented(z.array(z.string()), { description: 'Names of applications.' }),
    claims: documented(z.record(z.string(), z.unknown()), {
      description: 'What the provider says, as it says it.',
    }),
  }),
  { id: 'ProviderTest', description: 'What a test sign-in showed.' },
);
export type ProviderTest = z.infer<typeof providerTestSchema>;
