import { NEW_ANALYSIS } from '@comporta/contract/analyses/plan';
import { NEW_METRIC } from '@comporta/contract/metrics/metric';
import type { Rule } from '@comporta/engine/snapshot';
import { inferValueType } from '@comporta/engine/typed-value';
import type { PropertyType, ValueType } from '@comporta/engine/vocabulary';
import { eq } from 'drizzle-orm';
import { newClientKey, newEnvironmentKey } from '../identity/keys/environment-key.ts';
import { hashPassword } from '../identity/passwords.ts';
import { newId } from '../platform/base/ids.ts';
import { hashSecret, newSecret } from '../platform/base/secrets.ts';
import { newWebhookSecret } from '../platform/webhooks/webhook-signature.ts';
import { accounts, sessions, users } from '../tables/accounts.ts';
import { analyses } from '../tables/analyses.ts';
import { applications, clientAccess, environments } from '../tables/applications.ts';
import { experiments } from '../tables/experiments.ts';
import { grants } from '../tables/grants.ts';
import { idLists } from '../tables/id-lists.ts';
import { metrics } from '../tables/metrics.ts';
import { properties } from '../tables/properties.ts';
import { targetGroups } from '../tables/target-groups.ts';
import { toggles } from '../tables/toggles.ts';
import type { TestServer } from './test-server.ts';

export interface TestUser {
  readonly accountId: string;
  readonly id: string;
  readonly email: string;
  readonly token: string;
}

/** The password of every test user who has one. */
export const PASSWORD = 'abc123';
const PASSWORD_HASH = hashPassword(PASSWORD);

/** A company with its first admin, logged in. */
export async function createCompany(server: TestServer, plan = 'ON_PREMISE'): Promise<TestUser> {
  const accountId = newId();
  await server.database.sql.insert(accounts).values({ id: accountId, name: 'Acme', plan });
  return createUser(server, accountId, { admin: true });
}

interface NewUser {
  readonly admin?: boolean;
  readonly apps?: readonly string[];
  readonly name?: string;
}

/** An active user of a company, logged in, with grants for the applications in `apps`. */
export async function createUser(
  server: TestServer,
  accountId: string,
  { admin = false, apps = [], name = 'Ana' }: NewUser = {},
): Promise<TestUser> {
  const { sql } = server.database;
  const id = newId();
  const email = `${id}@example.com`;
  const token = newSecret();
  await sql.insert(users).values({
    id,
    accountId,
    name,
    email,
    admin,
    active: true,
    language: 'en',
    passwordHash: await PASSWORD_HASH,
    savedBy: 'Ana',
  });
  for (const applicationId of apps) await sql.insert(grants).values({ userId: id, applicationId });
  await sql.insert(sessions).values({
    tokenHash: hashSecret(token),
    userId: id,
    expiresAt: new Date(Date.now() + 3_600_000),
  });
  return { accountId, id, email, token };
}

/** Creates a key for the environment; its previous key stops working. */
export async function createEnvironmentKey(
  server: TestServer,
  environmentId: string,
): Promise<string> {
  const key = newEnvironmentKey();
  await server.database.sql
    .update(environments)
    .set({ keyHash: hashSecret(key) })
    .where(eq(environments.id, environmentId));
  return key;
}

/** Creates a client key of the environment; the previous one stops working. */
export async function createClientKey(
  server: TestServer,
  environmentId: string,
  origins: readonly string[] = [],
): Promise<string> {
  const key = newClientKey();
  const access = { key, keyHash: hashSecret(key), origins, savedBy: 'Ana' };
  await server.database.sql
    .insert(clientAccess)
    .values({ environmentId, ...access })
    .onConflictDoUpdate({ target: clientAccess.environmentId, set: access });
  return key;
}

export interface TestApplication {
  readonly id: string;
  readonly environmentIds: readonly string[];
}

/** An application with the environments named. */
export async function createApplication(
  server: TestServer,
  accountId: string,
  environmentNames: readonly string[] = ['Production'],
): Promise<TestApplication> {
  const { sql } = server.database;
  const id = newId();
  await sql.insert(applications).values({
    id,
    accountId,
    name: `Checkout ${id}`,
    notificationLanguage: 'en',
    webhookSecret: newWebhookSecret(),
    savedBy: 'Ana',
  });
  const rows = environmentNames.map((name, position) => ({
    id: newId(),
    applicationId: id,
    name,
    position,
  }));
  await sql.insert(environments).values(rows);
  return { id, environmentIds: rows.map((row) => row.id) };
}

/** A toggle, `disabled` unless an experiment says otherwise. */
export async function createToggle(
  server: TestServer,
  applicationId: string,
  {
    name = `toggle-${newId()}`,
    values = ['enabled', 'disabled'],
    valueType = inferValueType(values),
    availableToClients = true,
  }: {
    name?: string;
    values?: readonly string[];
    valueType?: ValueType;
    availableToClients?: boolean;
  } = {},
): Promise<string> {
  const id = newId();
  await server.database.sql.insert(toggles).values({
    id,
    applicationId,
    name,
    description: '',
    values,
    defaultValue: values.at(-1) ?? '',
    valueType,
    availableToClients,
    savedBy: 'Ana',
  });
  return id;
}

/** An active experiment of a toggle with rules as they are stored; the last one matches everyone. */
export async function createExperiment(
  server: TestServer,
  application: TestApplication,
  toggleId: string,
  rules: readonly Rule[],
): Promise<string> {
  const id = newId();
  await server.database.sql.insert(experiments).values({
    id,
    applicationId: application.id,
    environmentId: application.environmentIds[0] ?? '',
    toggleId,
    status: 'ACTIVE',
    salt: id,
    buckets: 10_000,
    rules: rules.map((rule) => ({ ...rule, id: rule.id ?? newId() })),
    savedBy: 'Ana',
  });
  return id;
}

export async function createProperty(
  server: TestServer,
  applicationId: string,
  { key, type }: { key: string; type: PropertyType },
): Promise<string> {
  const id = newId();
  const property = { id, applicationId, key, type, description: '', savedBy: 'Ana' };
  await server.database.sql.insert(properties).values(property);
  return id;
}

/** A metric of how many users have the event `purchase`. */
export async function createMetric(
  server: TestServer,
  applicationId: string,
  key = 'purchase',
  more: Partial<typeof metrics.$inferInsert> = {},
): Promise<string> {
  const id = newId();
  await server.database.sql.insert(metrics).values({
    ...NEW_METRIC,
    id,
    applicationId,
    key,
    name: 'Purchase',
    kind: 'CONVERSION',
    eventKey: 'purchase',
    cap: { type: 'NONE' },
    savedBy: 'Ana',
    ...more,
  });
  return id;
}

/** An analysis of the rule that is planned and not started. */
export async function createAnalysis(
  server: TestServer,
  application: TestApplication,
  of: { toggleId: string; experimentId: string; ruleId: string; metricId: string },
): Promise<string> {
  const { metricId, ...place } = of;
  const id = newId();
  await server.database.sql.insert(analyses).values({
    ...NEW_ANALYSIS,
    ...place,
    id,
    applicationId: application.id,
    environmentId: application.environmentIds[0] ?? '',
    environmentName: 'Production',
    state: 'DRAFT',
    control: 'disabled',
    goal: { metricId, cuped: null, trusted: null },
    savedBy: 'Ana',
  });
  return id;
}

export async function createIdList(
  server: TestServer,
  applicationId: string,
  name: string,
): Promise<string> {
  const id = newId();
  const list = { id, applicationId, name, description: '', savedBy: 'Ana' };
  await server.database.sql.insert(idLists).values(list);
  return id;
}

/** A group of the users whose `uid` is listed. */
export async function createTargetGroup(
  server: TestServer,
  applicationId: string,
  { name, uids }: { name: string; uids: string },
): Promise<string> {
  const id = newId();
  await server.database.sql.insert(targetGroups).values({
    id,
    applicationId,
    name,
    description: '',
    policy: 'OR',
    conditions: [{ id: newId(), propertyId: 'uid', expression: 'IN', term: uids }],
    savedBy: 'Ana',
  });
  return id;
}
