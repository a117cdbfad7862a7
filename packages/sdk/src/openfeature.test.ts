import {
  ErrorCode,
  type EventDetails,
  type Hook,
  OpenFeature,
  type Client as OpenFeatureClient,
  ProviderEvents,
  ProviderStatus,
} from '@openfeature/server-sdk';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ComportaProvider } from './openfeature.ts';
import { contextOf } from './openfeature-context.ts';
import { createClient } from './sdk.ts';
import { type LiveService, startLiveService } from './test-support/live-service.ts';
import { networkWith, UNREACHABLE } from './test-support/network.ts';
import { recordingLogger } from './test-support/recording-logger.ts';
import { snapshotOf, toggleOf } from './test-support/snapshots.ts';
import { createTestClient } from './testing.ts';

afterEach(() => OpenFeature.clearProviders());

/** Records the events of a provider in their order. */
function record(client: OpenFeatureClient): { type: string; flagsChanged?: string[] }[] {
  const seen: { type: string; flagsChanged?: string[] }[] = [];
  for (const type of [ProviderEvents.Ready, ProviderEvents.Stale, ProviderEvents.Error]) {
    client.addHandler(type, () => seen.push({ type }));
  }
  client.addHandler(
    ProviderEvents.ConfigurationChanged,
    (details?: EventDetails<ProviderEvents.ConfigurationChanged>) =>
      seen.push({ type: 'CHANGED', flagsChanged: details?.flagsChanged ?? [] }),
  );
  return seen;
}

describe('the provider on the real service', () => {
  let service: LiveService;
  let key: string;
  let client: OpenFeatureClient;

  beforeAll(async () => {
    service = await startLiveService();
    key = await service.newKey();
    await service.addToggle('new-checkout', ['disabled', 'enabled']);
    await service.addToggle('colour', ['red', 'green']);
    await service.addToggle('retries', ['1', '3'], 'NUMBER');
    await service.addToggle('limits', ['{}', '{"daily":[1,2]}'], 'JSON');
    await service.split(await service.addToggle('split'), { enabled: 100, disabled: 0 });
  });
  afterAll(() => service.close());

  async function connect(): Promise<void> {
    const sdk = createClient({ url: service.url, key, logger: recordingLogger() });
    await OpenFeature.setProviderAndWait('live', new ComportaProvider(sdk));
    client = OpenFeature.getClient('live');
  }

  it('CLT-13: takes the options of a client, too, and owns the client that it makes of them', async () => {
    const logger = recordingLogger();
    const provider = new ComportaProvider({ url: service.url, key, logger });
    await OpenFeature.setProviderAndWait('live', provider);
    expect(await OpenFeature.getClient('live').getBooleanValue('new-checkout', false)).toBe(true);
    await provider.onClose();
    expect(() => new ComportaProvider({ url: service.url, key: '' })).toThrow(TypeError);
  });

  it('returns typed values with variant, reason and metadata', async () => {
    await connect();
    expect(await client.getBooleanValue('new-checkout', false)).toBe(true);
    expect(await client.getStringValue('colour', 'blue')).toBe('green');
    expect(await client.getNumberValue('retries', 0)).toBe(3);
    expect(await client.getObjectValue('limits', {})).toEqual({ daily: [1, 2] });
    expect(await client.getBooleanDetails('split', false, { targetingKey: 'ana' })).toEqual({
      flagKey: 'split',
      value: true,
      variant: 'enabled',
      reason: 'SPLIT',
      flagMetadata: {
        ruleOrder: 1,
        ruleType: 'ALL_USERS',
        experimentId: expect.any(String),
        environment: 'Production',
        revision: expect.any(Number),
      },
    });
  });

  it.each([
    ['FLAG_NOT_FOUND', 'missing', ErrorCode.FLAG_NOT_FOUND],
    ['TYPE_MISMATCH', 'colour', ErrorCode.TYPE_MISMATCH],
    ['TARGETING_KEY_MISSING', 'split', ErrorCode.TARGETING_KEY_MISSING],
  ])('%s: the default is returned', async (_title, flagKey, errorCode) => {
    await connect();
    const details = await client.getBooleanDetails(flagKey, true);
    expect(details).toMatchObject({ value: true, reason: 'ERROR', errorCode });
    expect(details.errorMessage).toEqual(expect.any(String));
  });

  it('runs hooks', async () => {
    await connect();
    const seen: unknown[] = [];
    const hook: Hook = {
      before: () => ({ targetingKey: 'ana' }),
      after: (_context, { variant }) => void seen.push(variant),
      error: (_context, error) => void seen.push(error instanceof Error && error.name),
    };
    expect(await client.getBooleanValue('split', false, {}, { hooks: [hook] })).toBe(true);
    await client.getBooleanValue('missing', false, {}, { hooks: [hook] });
    expect(seen).toEqual(['enabled', expect.stringContaining('FlagNotFound')]);
  });

  it('reports a change with the names of the flags', async () => {
    await connect();
    const events = record(client);
    await service.addToggle('fresh');
    await expect.poll(() => events).toContainEqual({ type: 'CHANGED', flagsChanged: ['fresh'] });
    expect(await client.getBooleanValue('fresh', true)).toBe(false);
  });

  it('reports an error and keeps its last values when its key is replaced', async () => {
    await connect();
    const events = record(client);
    key = await service.newKey();
    await expect.poll(() => client.providerStatus).toBe(ProviderStatus.ERROR);
    expect(events).toContainEqual({ type: ProviderEvents.Error });
    expect(await client.getBooleanValue('new-checkout', false)).toBe(true);
  });
});

describe('the provider', () => {
  it('is STALE when the client is, and READY when the client is', async () => {
    const test = createTestClient({ colour: 'green' });
    await OpenFeature.setProviderAndWait('test', new ComportaProvider(test));
    const client = OpenFeature.getClient('test');
    const events = record(client);
    test.enter('STALE');
    expect(client.providerStatus).toBe(ProviderStatus.STALE);
    expect(await client.getStringValue('colour', 'red')).toBe('green');
    test.enter('READY');
    expect(client.providerStatus).toBe(ProviderStatus.READY);
    test.set('colour', 'blue');
    await expect
      .poll(() => events)
      .toEqual([
        // A handler that is added while the provider is ready is called at once.
        { type: ProviderEvents.Ready },
        { type: ProviderEvents.Stale },
        { type: ProviderEvents.Ready },
        { type: 'CHANGED', flagsChanged: ['colour'] },
      ]);
  });

  it('starts stale on a bootstrap when the service cannot be reached', async () => {
    const bootstrap = snapshotOf({ toggles: [toggleOf('colour', 'green', 'STRING')] });
    const options = { url: 'http://comporta.test', key: 'key', logger: recordingLogger() };
    const sdk = createClient({ ...options, bootstrap, fetch: networkWith(UNREACHABLE).fetch });
    await OpenFeature.setProviderAndWait('offline', new ComportaProvider(sdk));
    const client = OpenFeature.getClient('offline');
    await expect.poll(() => client.providerStatus).toBe(ProviderStatus.STALE);
    expect(await client.getStringValue('colour', 'red')).toBe('green');
  });

  it('PROVIDER_FATAL: the key is rejected and there are no values', async () => {
    const { fetch } = networkWith(() => new Response(null, { status: 401 }));
    const options = { url: 'http://comporta.test', key: 'key', logger: recordingLogger() };
    const provider = new ComportaProvider(createClient({ ...options, fetch }));
    await expect(OpenFeature.setProviderAndWait('refused', provider)).rejects.toMatchObject({
      code: ErrorCode.PROVIDER_FATAL,
    });
    const details = await OpenFeature.getClient('refused').getBooleanDetails('any', true);
    expect(details).toMatchObject({ value: true, errorCode: ErrorCode.PROVIDER_FATAL });
  });

  it('closes the client when it is closed', async () => {
    const test = createTestClient();
    await OpenFeature.setProviderAndWait('closed', new ComportaProvider(test));
    await OpenFeature.clearProviders();
    expect(test.status().state).toBe('CLOSED');
  });
});

describe('the context from OpenFeature', () => {
  it('becomes the uid and properties; RUL-28: dates become text, lists stay, objects are left out', () => {
    const date = new Date('2026-11-21T10:00:00Z');
    const context = contextOf({
      targetingKey: 'ana',
      country: 'BR',
      age: 30,
      date,
      invalid: new Date('never'),
      list: ['admin', date, { a: 1 }],
      object: { a: 1 },
      nothing: null,
      ['__proto__']: 'own',
    });
    expect(context).toEqual({
      uid: 'ana',
      properties: {
        country: 'BR',
        age: 30,
        date: '2026-11-21T10:00:00.000Z',
        invalid: undefined,
        list: ['admin', '2026-11-21T10:00:00.000Z', undefined],
        object: undefined,
        nothing: undefined,
        ['__proto__']: 'own',
      },
    });
    expect(Object.hasOwn(context.properties ?? {}, '__proto__')).toBe(true);
  });
});
