import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServiceProcess } from '@comporta/server/acceptance/service-process';
import { requireOfrepAnswer } from '@comporta/server/testing/ofrep-schema';
import { findFreePort } from '@comporta/server/testing/spawned-service';
import { OFREPProvider } from '@openfeature/ofrep-provider';
import { type Client, type EvaluationContext, OpenFeature } from '@openfeature/server-sdk';
import { createCompany } from './company.ts';
import { expect, test } from './fixtures.ts';
import { createTypedApplication } from './typed-application.ts';

const ANA: EvaluationContext = { targetingKey: 'ana', country: 'BR', since: new Date(0) };

test.afterEach(() => OpenFeature.clearProviders());

/** A client with OpenFeature's own OFREP provider. Each response to it is validated against the protocol. */
async function openOpenFeature(baseUrl: string, key: string): Promise<Client> {
  const provider = new OFREPProvider({
    baseUrl,
    headers: [['Authorization', `Bearer ${key}`]],
    async fetchImplementation(input, init) {
      const response = await fetch(input, init);
      requireOfrepAnswer(new URL(response.url).pathname, {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: await response.clone().json(),
      });
      return response;
    },
  });
  await OpenFeature.setProviderAndWait(baseUrl, provider);
  return OpenFeature.getClient(baseUrl);
}

test('a server with OpenFeature: each type, each reason, and the source of a value', async ({
  service,
  company,
}) => {
  const { key } = await createTypedApplication(company);
  const client = await openOpenFeature(service.url, key);
  expect(await client.getBooleanDetails('new-checkout', false, ANA)).toMatchObject({
    value: true,
    variant: 'enabled',
    reason: 'TARGETING_MATCH',
    flagMetadata: { ruleOrder: 1, ruleType: 'PROPERTY', environment: 'Production' },
  });
  expect(
    await client.getBooleanDetails('new-checkout', true, { targetingKey: 'bob' }),
  ).toMatchObject({
    value: false,
    reason: 'DEFAULT',
    flagMetadata: { ruleOrder: 2 },
  });
  expect(await client.getStringDetails('theme', 'x', ANA)).toMatchObject({
    value: 'light',
    reason: 'STATIC',
  });
  expect(await client.getNumberDetails('page-size', 1, ANA)).toMatchObject({
    value: 25.5,
    variant: '25.5',
    reason: 'STATIC',
  });
  expect(await client.getObjectDetails('limits', {}, ANA)).toMatchObject({
    value: { max: 5 },
    reason: 'STATIC',
  });
  expect(await client.getBooleanDetails('half', false, ANA)).toMatchObject({
    value: true,
    reason: 'SPLIT',
  });
  expect(await client.getBooleanDetails('paused', true, ANA)).toMatchObject({
    value: false,
    reason: 'DISABLED',
  });
});

test('a server with OpenFeature: an error returns its code and the default', async ({
  service,
  company,
}) => {
  const { key } = await createTypedApplication(company);
  const client = await openOpenFeature(service.url, key);
  const codes = [
    await client.getBooleanDetails('nothing', true, ANA),
    await client.getBooleanDetails('a/b', true, ANA),
    await client.getBooleanDetails('100%', true, ANA),
    await client.getBooleanDetails('half', true, {}),
    await client.getBooleanDetails('theme', true, ANA),
  ].map(({ value, reason, errorCode }) => ({ value, reason, errorCode }));
  expect(codes).toEqual(
    [
      'FLAG_NOT_FOUND',
      'FLAG_NOT_FOUND',
      'FLAG_NOT_FOUND',
      'TARGETING_KEY_MISSING',
      'TYPE_MISMATCH',
    ].map((errorCode) => ({ value: true, reason: 'ERROR', errorCode })),
  );
});

test('a server with OpenFeature: the next call returns the change; a replaced key is refused', async ({
  service,
  company,
}) => {
  const application = await createTypedApplication(company);
  const client = await openOpenFeature(service.url, application.key);
  for (const value of ['disabled', 'enabled']) {
    await application.release(value);
    expect(await client.getBooleanValue('new-checkout', value !== 'enabled', ANA)).toBe(
      value === 'enabled',
    );
  }
  const key = await application.newKey();
  expect(await client.getBooleanDetails('new-checkout', false, ANA)).toMatchObject({
    value: false,
    errorCode: 'GENERAL',
  });
  const renewed = await openOpenFeature(service.url, key);
  expect(await renewed.getBooleanValue('new-checkout', false, ANA)).toBe(true);
});

test('a server with OpenFeature: defaults while the service is unavailable, values when it is back', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'comporta-e2e-'));
  const settings = {
    DATA_DIR: dataDir,
    PORT: `${await findFreePort()}`,
    TRUST_PROXY: '127.0.0.1',
  };
  const before = await startServiceProcess(settings);
  const { key } = await createTypedApplication(await createCompany(before));
  const client = await openOpenFeature(before.url, key);
  expect(await client.getBooleanValue('new-checkout', false, ANA)).toBe(true);
  await before.kill();
  expect(await client.getBooleanDetails('new-checkout', false, ANA)).toMatchObject({
    value: false,
    reason: 'ERROR',
    errorCode: 'GENERAL',
  });
  const after = await startServiceProcess(settings);
  expect(await client.getBooleanValue('new-checkout', false, ANA)).toBe(true);
  await after.stop();
  await rm(dataDir, { recursive: true });
});
