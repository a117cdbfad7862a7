import type { ToggleUsage } from '@comporta/contract/usage/usage-api';
import { OpenFeature } from '@openfeature/server-sdk';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ComportaProvider } from './openfeature.ts';
import { createClient } from './sdk.ts';
import { type LiveService, startLiveService } from './test-support/live-service.ts';
import { recordingLogger } from './test-support/recording-logger.ts';

let service: LiveService;
let key: string;

beforeAll(async () => {
  service = await startLiveService();
  key = await service.newKey();
});
afterAll(async () => {
  await OpenFeature.close();
  await service.close();
});

function open(options: object = {}) {
  return createClient({ url: service.url, key, logger: recordingLogger(), ...options });
}

async function usage(toggleId: string): Promise<ToggleUsage> {
  const { applicationId, environmentId } = service;
  const path = `/api/apps/${applicationId}/toggles/${toggleId}/usage?envId=${environmentId}`;
  // The test's service answers what it answers everybody.
  return (await service.get(path)) as ToggleUsage;
}

function sum({ days }: ToggleUsage): number {
  return days.reduce((all, { count }) => all + count, 0);
}

it('LIF-01, LIF-12: after close() the service has counted each of 10,000 questions, whatever type they wanted', async () => {
  const id = await service.addToggle('asked-often');
  const client = open({ service: 'checkout' });
  await client.ready();
  for (let n = 0; n < 2_000; n += 1) {
    const user = { uid: `user-${n}` };
    client.value('asked-often', user, '');
    client.boolean('asked-often', user, false);
    client.number('asked-often', user, 0);
    client.details('asked-often', user, {});
    client.string('asked-often', user, '');
  }
  // None of these asks for the toggle by its name.
  client.allValues({});
  client.bulkFor({});
  client.explain('asked-often', {});
  await client.close();
  const counted = await usage(id);
  expect(sum(counted)).toBe(10_000);
  expect(counted.days.map(({ value }) => value)).toEqual(['disabled']);
  expect(counted.clients).toMatchObject([{ service: 'checkout', sdk: 'comporta-sdk' }]);
  expect(client.status().usage).toMatchObject({ state: 'ON', lastError: undefined });
});

it("LIF-01: OpenFeature's provider counts before it compares types", async () => {
  const id = await service.addToggle('of-openfeature', ['on', 'off']);
  const client = open();
  await OpenFeature.setProviderAndWait('usage', new ComportaProvider(client));
  const flags = OpenFeature.getClient('usage');
  await flags.getBooleanValue('of-openfeature', false, {});
  await flags.getStringValue('of-openfeature', '', {});
  await client.flush();
  expect(sum(await usage(id))).toBe(2);
  await client.close();
});

it('LIF-12: names that the environment lacks are reported, too', async () => {
  const client = open();
  await client.ready();
  for (let n = 0; n < 3; n += 1) client.boolean('chekout', {}, false);
  await service.addToggle('checkout');
  await client.flush();
  const unknown = await service.get(`/api/apps/${service.applicationId}/unknown-toggles`);
  expect(unknown).toMatchObject([{ name: 'chekout', count: 3, kind: 'NEVER', near: 'checkout' }]);
  await client.close();
});

it('LIF-12: with usage off nothing is reported, and the service knows that it cannot tell', async () => {
  const id = await service.addToggle('not-counted');
  const client = open({ usage: 'off', service: 'quiet' });
  await client.ready();
  client.boolean('not-counted', {}, false);
  await client.close();
  expect(sum(await usage(id))).toBe(0);
  expect(client.status().usage.state).toBe('OFF');
});

it.each(['', 'a b', 'ç', 'x'.repeat(51), 7])('LIF-12: the service %j is a TypeError', (name) => {
  expect(() => open({ service: name })).toThrow(TypeError);
});
