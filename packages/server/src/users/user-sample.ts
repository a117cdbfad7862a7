import { USER } from '@comporta/contract/users/user';
import { eq } from 'drizzle-orm';
import { newId } from '../platform/base/ids.ts';
import { users } from '../tables/accounts.ts';
import { grants } from '../tables/grants.ts';
import { providers } from '../tables/identity.ts';
import { createProvider, giveFactor, givePolicy } from '../testing/identity/sign-on-builders.ts';
import { type NounSample, onFullPlan, textSamples } from '../testing/samples.ts';

export const SAMPLE: NounSample = {
  path: '/api/users',
  good: () => ({ name: 'Rui', email: `${newId()}@example.com` }),
  samples: [
    ...textSamples(USER.bounds),
    { code: 'EMPTY_EMAIL', at: ['email'], only: 'POST', body: { email: '' } },
    { code: 'INVALID_EMAIL', at: ['email'], only: 'POST', body: { email: 'rui' } },
    { code: 'INVALID_ROLE', at: ['roles'], body: { roles: [{ role: 'VIEWER' }] } },
    { code: 'UNKNOWN_APPLICATION', at: ['apps'], body: { apps: [newId()] } },
    {
      code: 'EMAIL_ALREADY_IN_USE',
      at: ['email'],
      only: 'POST',
      body: async (stage) => {
        const email = `${newId()}@example.com`;
        await stage.create('/api/users', { name: 'Rute', email });
        return { email };
      },
    },
    { code: 'MAX_USERS_LIMIT_REACHED', at: [], only: 'POST', body: onFullPlan({}) },
    {
      code: 'SELF_ADMIN_CHANGE_FORBIDDEN',
      at: ['admin'],
      only: 'PUT',
      ofSelf: true,
      body: { admin: false },
    },
    {
      code: 'LAST_ADMIN',
      at: [],
      only: 'PUT',
      ofSelf: true,
      body: { admin: true, active: false },
    },
    {
      code: 'EMERGENCY_USER_REQUIRED',
      at: [],
      only: 'PUT',
      body: async ({ server, company, ids }) => {
        const userId = ids['users/'] ?? '';
        const emergency = { admin: true, active: true, passwordHash: 'of a password' };
        await server.database.sql.update(users).set(emergency).where(eq(users.id, userId));
        await giveFactor(server, userId);
        await createProvider(server, company.accountId);
        await givePolicy(server, company.accountId, {
          passwordLogin: 'EMERGENCY_ONLY',
          emergencyUsers: [userId],
        });
        return { admin: false };
      },
    },
    {
      code: 'MANAGED_BY_PROVIDER',
      at: ['apps'],
      only: 'PUT',
      body: async ({ server, company, ids }) => {
        const { sql } = server.database;
        const [userId = '', appId = ''] = [ids['users/'], ids.appId];
        const providerId = await createProvider(server, company.accountId);
        const mapping = [{ group: 'flags-web', apps: [appId] }];
        await sql
          .update(providers)
          .set({ mappingMode: 'ALWAYS', mapping })
          .where(eq(providers.id, providerId));
        await sql.insert(grants).values({ userId, applicationId: appId, providerId });
        return { apps: [] };
      },
    },
  ],
  saves: {
    updateUser: ({ appId = '', envId = '' }) => ({
      first: { name: 'Rui', admin: true, active: true },
      body: {
        admin: false,
        active: false,
        apps: [appId],
        roles: [{ appId, role: 'APPROVER', environments: [{ envId, role: 'VIEWER' }] }],
      },
      fixed: { email: { other: 'rute@example.com', outcome: 'kept' } },
      recordedAs: { apps: 'applications', roles: 'viewerIn' },
    }),
    updateProfile: () => ({ body: { name: 'Rute' } }),
  },
};
