import { OpenFeature, type Provider, type ResolutionDetails } from '@openfeature/server-sdk';
import { afterEach, expect, it } from 'vitest';
import { createHook } from './hook.ts';
import { networkWith } from './test-support/network.ts';
import { recordingLogger } from './test-support/recording-logger.ts';

afterEach(async () => {
  OpenFeature.clearHooks();
  await OpenFeature.clearProviders();
});

/** A provider that returns fixed details. The hook knows nothing but these. */
function providerOf(flagMetadata: Record<string, string>, reason = 'SPLIT'): Provider {
  const resolve = async <T>(value: T): Promise<ResolutionDetails<T>> => ({
    value,
    variant: 'enabled',
    reason,
    flagMetadata,
  });
  return {
    metadata: { name: 'any' },
    runsOn: 'server',
    resolveBooleanEvaluation: () => resolve(true),
    resolveStringEvaluation: (_flag, fallback) => resolve(fallback),
    resolveNumberEvaluation: (_flag, fallback) => resolve(fallback),
    resolveObjectEvaluation: (_flag, fallback) => resolve(fallback),
  };
}

function open() {
  const sent: object[] = [];
  const { fetch } = networkWith(async (request) => {
    const { events } = (await request.json()) as { events: object[] };
    sent.push(...events);
    return Response.json({ accepted: events.length, duplicates: 0, rejected: [] });
  });
  const logger = recordingLogger();
  return { hook: createHook({ url: 'http://comporta.test', key: 'key', fetch, logger }), sent };
}

const ANA = { targetingKey: 'ana' };

it('RES-29: reports, with any provider, each user who gets a value of a measured split, once', async () => {
  const { hook, sent } = open();
  OpenFeature.addHooks(hook);
  await OpenFeature.setProviderAndWait('any', providerOf({ phaseId: 'phase', ruleId: 'rule' }));
  const features = OpenFeature.getClient('any');
  for (const targetingKey of ['ana', 'ana', 'bob'])
    await features.getBooleanValue('half', false, { targetingKey });
  await features.getBooleanValue('half', false);
  await OpenFeature.setProviderAndWait('plain', providerOf({ ruleId: 'rule' }));
  await OpenFeature.getClient('plain').getBooleanValue('half', false, ANA);
  const other = providerOf({ phaseId: 'other', ruleId: 'rule' }, 'TARGETING_MATCH');
  await OpenFeature.setProviderAndWait('exact', other);
  await OpenFeature.getClient('exact').getBooleanValue('half', false, ANA);
  await hook.close();
  const exposure = { type: 'exposure', toggle: 'half', phaseId: 'phase', ruleId: 'rule' };
  expect(sent).toEqual(
    ['ana', 'bob'].map((uid) => ({ ...exposure, value: 'enabled', uid, at: expect.any(String) })),
  );
});

it('RES-29, RES-97: tracks for providers without tracking, and never throws', async () => {
  const { hook, sent } = open();
  hook.track('bought', ANA, { value: 3 });
  const untyped = hook.track as (...given: unknown[]) => void; // Untyped callers.
  for (const given of [[], ['bought'], ['bought', null, null], [null, ANA]]) untyped(...given);
  await hook.flush();
  expect(sent).toMatchObject([{ type: 'track', key: 'bought', uid: 'ana', value: 3 }]);
  expect(hook.status()).toMatchObject({ queued: 0, sent: 1, dropped: 4 });
  expect(() => createHook({ url: 'comporta', key: 'key' })).toThrow('option url');
});

it('RUL-35 RUL-36: of a split by a property it reports the value of the property, also with events', async () => {
  const { hook, sent } = open();
  OpenFeature.addHooks(hook);
  const measured = { phaseId: 'phase', ruleId: 'rule', by: 'organisation' };
  await OpenFeature.setProviderAndWait('any', providerOf(measured));
  const features = OpenFeature.getClient('any');
  await features.getBooleanValue('half', false, { ...ANA, organisation: 'acme' });
  await features.getBooleanValue('half', false, { targetingKey: 'bob', organisation: 'acme' });
  await features.getBooleanValue('half', false, ANA);
  hook.track('bought', { ...ANA, organisation: 42 });
  hook.track('bought', { organisation: 'acme' });
  hook.track('bought', ANA);
  await hook.close();
  expect(sent).toMatchObject([
    { type: 'exposure', uid: 'acme', by: 'organisation', value: 'enabled' },
    { type: 'track', uid: 'ana', units: { organisation: '42' } },
    { type: 'track', units: { organisation: 'acme' } },
    { type: 'track', uid: 'ana' },
  ]);
  expect(sent[2]).not.toHaveProperty('uid');
  expect(sent[3]).not.toHaveProperty('units');
});
