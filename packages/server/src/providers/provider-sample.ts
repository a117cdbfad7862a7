import { PROVIDER, PROVIDERS_MAX } from '@comporta/contract/identity/provider';
import { eq } from 'drizzle-orm';
import { newId } from '../platform/base/ids.ts';
import { applications } from '../tables/applications.ts';
import { providers } from '../tables/identity.ts';
import { createProvider, giveFactor, givePolicy } from '../testing/identity/sign-on-builders.ts';
import { startForgedIssuer } from '../testing/providers/forged-issuer.ts';
import { draftOf } from '../testing/providers/provider-desk.ts';
import { type NounSample, textSamples } from '../testing/samples.ts';

/** One for all samples of a process, which it does not keep running. */
let started: ReturnType<typeof startForgedIssuer> | undefined;
function sampleIssuer() {
  started ??= startForgedIssuer();
  return started;
}

/** Another one, for a save that changes it. */
let otherIssuer = '';

const anyGroup = (apps: readonly string[]) => ({ mapping: [{ group: 'staff', apps }] });

export const SAMPLE: NounSample = {
  path: '/api/accounts/providers',
  good: async () => draftOf(await sampleIssuer()),
  samples: [
    ...textSamples(PROVIDER.bounds),
    { code: 'INVALID_CHARACTERS', at: ['scopes'], body: { scopes: ['a"b'] } },
    { code: 'INVALID_SLUG', at: ['slug'], body: { slug: 'Corp!' } },
    { code: 'INVALID_ISSUER', at: ['issuer'], body: { issuer: 'id.corp.example' } },
    { code: 'ISSUER_UNREACHABLE', at: ['issuer'], body: { issuer: 'http://127.0.0.1:1' } },
    { code: 'INVALID_DOMAIN', at: ['domains'], body: { domains: ['gmail.com'] } },
    { code: 'INVALID_POINTER', at: ['groupsAt'], body: { groupsAt: 'groups' } },
    { code: 'INVALID_GROUP', at: ['mapping', 0], body: anyGroup([]) },
    {
      code: 'INVALID_GROUP',
      at: ['requiredGroups'],
      body: { groupsAt: '/groups', requiredGroups: ['x'.repeat(256)] },
    },
    {
      code: 'LIMIT_EXCEEDED',
      at: ['domains'],
      body: { domains: Array.from({ length: 51 }, (_, index) => `d${index}.example`) },
    },
    { code: 'UNKNOWN_APPLICATION', at: ['mapping', 0], body: anyGroup([newId()]) },
    {
      code: 'DUPLICATE_SLUG',
      at: ['slug'],
      body: async (stage) => {
        const draft = draftOf(await sampleIssuer());
        await stage.create('/api/accounts/providers', draft);
        return { slug: draft.slug };
      },
    },
    { code: 'ENCRYPTION_KEY_MISSING', at: [], withoutKey: true, body: {} },
    {
      code: 'MAX_PROVIDERS_REACHED',
      at: [],
      only: 'POST',
      body: async ({ server, company }) => {
        for (let index = 0; index < PROVIDERS_MAX; index += 1) {
          await createProvider(server, company.accountId);
        }
        return {};
      },
    },
    {
      code: 'SSO_ENFORCED',
      at: [],
      only: 'PUT',
      body: async ({ server, company, ids, adminId }) => {
        const { sql } = server.database;
        const own = eq(providers.id, ids['providers/'] ?? '');
        await sql.update(providers).set({ enabled: true }).where(own);
        await giveFactor(server, adminId);
        await givePolicy(server, company.accountId, {
          passwordLogin: 'EMERGENCY_ONLY',
          emergencyUsers: [adminId],
        });
        return { enabled: false };
      },
    },
  ],
  furnish: async ({ server, appId }) => {
    const { sql } = server.database;
    const [application] = await sql
      .select({ accountId: applications.accountId })
      .from(applications)
      .where(eq(applications.id, appId));
    const id = newId();
    const slug = `corp-${id.slice(-12)}`;
    const { issuer } = await sampleIssuer();
    otherIssuer ||= (await startForgedIssuer()).issuer;
    await sql.insert(providers).values({
      id,
      accountId: application?.accountId ?? '',
      name: 'Corp SSO',
      slug,
      issuer,
      clientId: 'comporta',
      scopes: ['openid'],
      domains: ['corp.example'],
      trustsEmails: false,
      createsUsers: false,
      secondFactorThere: true,
      groupsAt: null,
      requiredGroups: [],
      mappingMode: 'OFF',
      mapping: [],
      enabled: false,
      savedBy: 'Ana',
    });
    return { 'providers/': id, 'identities/': id, slug };
  },
  saves: {
    updateProvider: ({ appId = '' }) => ({
      body: {
        slug: `other-${newId().slice(-12)}`,
        issuer: otherIssuer,
        scopes: ['openid', 'email'],
        domains: ['corp.pt'],
        trustsEmails: true,
        createsUsers: true,
        secondFactorThere: false,
        groupsAt: '/roles',
        requiredGroups: ['staff'],
        mappingMode: 'ALWAYS',
        mapping: [{ group: 'web', apps: [appId] }],
        enabled: true,
        clientSecret: 'another one',
      },
      instructions: ['clientSecret'],
    }),
  },
};
