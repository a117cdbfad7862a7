import { newKey } from '../identity/keys/key-format.ts';
import { newId } from '../platform/base/ids.ts';
import { hashSecret } from '../platform/base/secrets.ts';
import { ACCOUNT_KEY_PREFIX } from '../platform/callers/actor.ts';
import { accountKeys } from '../tables/accounts.ts';
import { deletedItems } from '../tables/deleted-items.ts';
import { deliveries } from '../tables/deliveries.ts';
import { views } from '../tables/kept-by-users.ts';
import {
  createAnalysis,
  createApplication,
  createClientKey,
  createCompany,
  createEnvironmentKey,
  createExperiment,
  createToggle,
  createUser,
} from './builders.ts';
import { everySample } from './find-samples.ts';
import { createToken } from './identity/create-token.ts';
import type { TestServer } from './test-server.ts';

export interface FurnishedCompany {
  readonly accountId: string;
  readonly adminToken: string;
  /** The session token of a user who has no grants. */
  readonly memberToken: string;
  readonly accountKey: string;
  readonly environmentKey: string;
  readonly clientKey: string;
  /** The values of path parameters by name, and those of `:id` by the path segment before it. */
  readonly ids: Readonly<Record<string, string>>;
}

/** A company that has one of everything. */
export async function createFurnishedCompany(server: TestServer): Promise<FurnishedCompany> {
  const { sql } = server.database;
  const { accountId, id: adminId, token: adminToken } = await createCompany(server);
  const { token: memberToken } = await createUser(server, accountId);
  const user = await createUser(server, accountId);
  const application = await createApplication(server, accountId, ['Production', 'Test']);
  const [envId = '', destEnvId = ''] = application.environmentIds;
  const toggle = await createToggle(server, application.id);
  const ruleId = newId();
  const experiment = await createExperiment(server, application, toggle, [
    {
      id: ruleId,
      type: 'ALL_USERS',
      valueSpec: { type: 'SPLIT', split: { enabled: 50, disabled: 50 } },
    },
  ]);
  const things: Record<string, string> = {};
  for (const { furnish } of await everySample()) {
    Object.assign(things, await furnish?.({ server, token: adminToken, appId: application.id }));
  }
  const accountKey = newKey(ACCOUNT_KEY_PREFIX);
  const keyId = newId();
  await sql
    .insert(accountKeys)
    .values({ id: keyId, accountId, keyHash: hashSecret(accountKey), mask: '…', createdBy: 'Ana' });
  const deliveryId = newId();
  await sql.insert(deliveries).values({ id: deliveryId, applicationId: application.id });
  const viewId = newId();
  const view = { name: 'Mine', query: '', shared: true };
  await sql
    .insert(views)
    .values({ id: viewId, applicationId: application.id, userId: adminId, ...view });
  const deletedId = newId();
  await sql.insert(deletedItems).values({
    id: deletedId,
    applicationId: application.id,
    type: 'property',
    name: 'country',
    body: {
      id: deletedId,
      application_id: application.id,
      key: 'country',
      type: 'STRING',
      description: '',
      version: 1,
      saved_by: 'Ana',
      saved_by_id: null,
      saved_at: new Date().toISOString(),
    },
  });
  const { id: tokenId } = await createToken(server, accountId, { userId: adminId });
  const { id: serviceKeyId } = await createToken(server, accountId, { userId: null });
  const { body: sessions } = await server.call<readonly { id: string }[]>(
    'GET',
    '/api/users/me/sessions',
    { token: adminToken },
  );
  return {
    accountId,
    adminToken,
    memberToken,
    accountKey,
    environmentKey: await createEnvironmentKey(server, envId),
    clientKey: await createClientKey(server, envId),
    ids: {
      appId: application.id,
      envId,
      destEnvId,
      lang: 'en',
      adminId,
      requestId: newId(),
      // Of nobody's program.
      userCode: 'BCDFGHJK',
      type: 'application',
      key: 'some-toggle',
      version: '1',
      // One that no rule uses: whoever asks for it as an SDK finds none.
      'lists/': newId(),
      'users/': user.id,
      // For an `:id` that follows another parameter.
      '/': application.id,
      'keys/': keyId,
      'tokens/': tokenId,
      'service-keys/': serviceKeyId,
      'toggles/': toggle,
      'experiments/': experiment,
      ...things,
      ruleId,
      analysisId: await createAnalysis(server, application, {
        toggleId: toggle,
        experimentId: experiment,
        ruleId,
        metricId: things['metrics/'] ?? '',
      }),
      'former-keys/': 'server',
      'views/': viewId,
      'passkeys/': newId(),
      'deleted-items/': deletedId,
      'deliveries/': deliveryId,
      'sessions/': sessions[0]?.id ?? '',
    },
  };
}

/** The path with each parameter replaced; `choose` gets the company's id for it and may return another one. */
export function fillPath(
  path: string,
  { ids }: Pick<FurnishedCompany, 'ids'>,
  choose: (id: string, name: string) => string = (id) => id,
): string {
  return path.replace(/([\w-]*\/):(\w+)/g, (_text, word: string, name: string) => {
    const id = ids[name] ?? ids[word];
    if (id === undefined) throw new Error(`no id for :${name} of ${path}`);
    return word + choose(id, name);
  });
}
