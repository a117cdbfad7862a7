import { OpenFeature } from '@openfeature/web-sdk';
import { describe, expect, it, vi } from 'vitest';
import { createWebClient } from './client.ts';
import { ComportaWebProvider } from './openfeature.ts';

const PLACE = { url: 'https://toggles.example.com', key: 'cpt_web_1' };
const BOOTSTRAP = {
  context: { targetingKey: 'ana' },
  flags: [{ key: 'checkout', value: true, variant: 'enabled', reason: 'TARGETING_MATCH' }],
  metadata: { revision: 7 },
  entityTag: '"1"',
};

describe('SDK-09: on a server that renders the page', () => {
  const fetch = () => Promise.reject(new Error('nothing is asked here'));

  it('values are those of the bootstrap, and no request is sent', async () => {
    const client = createWebClient({ ...PLACE, fetch, bootstrap: BOOTSTRAP });
    expect(await client.ready()).toBe(true);
    expect(client.flag('checkout')).toEqual(BOOTSTRAP.flags[0]);
    expect(client.flag('nothing')).toBeUndefined();
    client.close();
  });

  it('pages are rendered one after the other in one domain of OpenFeature, each with its own values', async () => {
    const closed: unknown[] = [];
    for (const user of ['ana', 'bob', 'eve']) {
      const flags = [{ key: 'greeting', value: user, variant: 'x', reason: 'STATIC' }];
      const bootstrap = { ...BOOTSTRAP, context: { targetingKey: user }, flags };
      const provider = new ComportaWebProvider({ ...PLACE, fetch, bootstrap });
      vi.spyOn(provider, 'onClose').mockImplementation(async () => void closed.push(user));
      OpenFeature.setProvider('page', provider);
      expect(OpenFeature.getClient('page').getStringValue('greeting', '')).toBe(user);
    }
    await expect.poll(() => closed).toEqual(['ana', 'bob']);
    await OpenFeature.clearProviders();
  });

  it('OpenFeature returns each value with its type, or the fallback with an error code', () => {
    const provider = new ComportaWebProvider({ ...PLACE, fetch, bootstrap: BOOTSTRAP });
    expect(provider.initialize).toBeUndefined();
    expect(provider.resolveBooleanEvaluation('checkout', false)).toEqual({
      value: true,
      variant: 'enabled',
      reason: 'TARGETING_MATCH',
    });
    expect(provider.resolveStringEvaluation('checkout', 'no')).toMatchObject({
      value: 'no',
      errorCode: 'TYPE_MISMATCH',
    });
    expect(provider.resolveNumberEvaluation('nothing', 1)).toMatchObject({
      value: 1,
      errorCode: 'FLAG_NOT_FOUND',
    });
  });
});

describe('invalid options', () => {
  it.each([
    ['url', { url: 'toggles.example.com' }],
    ['url', { url: undefined }],
    ['key', { key: '' }],
    ['key', { key: 'a b' }],
    ['server', { key: 'cpt_env_1' }],
  ])('are refused at once: %s', (word, wrong) => {
    const options = { ...PLACE, ...wrong } as typeof PLACE; // Untyped callers.
    expect(() => createWebClient(options)).toThrow(word);
  });
});
