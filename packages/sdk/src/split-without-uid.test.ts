import { readFileSync } from 'node:fs';
import { OFREPProvider } from '@openfeature/ofrep-provider';
import { OpenFeature, type Provider } from '@openfeature/server-sdk';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ComportaProvider } from './openfeature.ts';
import { type Client, createClient } from './sdk.ts';
import { type LiveService, startLiveService } from './test-support/live-service.ts';

const DEFAULT = "the toggle's default";
const FALLBACK = 'the fallback';

let service: LiveService;
let key: string;
let client: Client;

beforeAll(async () => {
  service = await startLiveService();
  key = await service.newKey();
  // The default is `disabled`, so these tests use `enabled` as the fallback, to tell the two apart.
  await service.split(await service.addToggle('half'), { enabled: 100, disabled: 0 });
  client = createClient({ url: service.url, key });
  await client.ready();
});
afterAll(async () => {
  await OpenFeature.close();
  await client.close();
  await service.close();
});

function answered(isEnabled: boolean): string {
  return isEnabled ? FALLBACK : DEFAULT;
}

async function askOver(provider: Provider): Promise<string> {
  await OpenFeature.setProviderAndWait(provider);
  const details = await OpenFeature.getClient().getBooleanDetails('half', true);
  expect(details.errorCode).toBe('TARGETING_KEY_MISSING');
  return answered(details.value);
}

/** The result of each call that the README lists. */
const ASKED: Readonly<Record<string, () => Promise<string> | string>> = {
  value: () => answered(client.value('half', {}, 'enabled') === 'enabled'),
  boolean: () => answered(client.boolean('half', {}, true)),
  details: () => answered(client.details('half', {}, true).value),
  allValues: () => answered(client.allValues({}).half === 'enabled'),
  '/api/toggles': async () => {
    const headers = { authorization: `Bearer ${key}` };
    const answer = await fetch(`${service.url}/api/toggles`, { headers });
    const { half } = (await answer.json()) as { half: string };
    return answered(half === 'enabled');
  },
  ComportaProvider: () => askOver(new ComportaProvider(createClient({ url: service.url, key }))),
  OFREP: () =>
    askOver(new OFREPProvider({ baseUrl: service.url, headers: [['X-API-Key', key]] }) as Provider),
};

it('SDK-17: a split without a uid returns what the README says, for each call', async () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const [, table = ''] =
    /^\| a split without a `uid`.*?\n\|---\|---\|\n(.*?)\n\n/ms.exec(readme) ?? [];
  const rows = table.split('\n').map((row) => row.split('|').map((cell) => cell.trim()));
  const said = rows.flatMap(([, names = '', answer = '']) =>
    names.split(', ').map((name) => [name.replaceAll('`', ''), answer] as const),
  );
  expect(said.map(([name]) => name).sort()).toEqual(Object.keys(ASKED).sort());
  for (const [name, answer] of said) {
    const answers = answer.includes(FALLBACK) ? FALLBACK : answer;
    expect([name, await ASKED[name]?.()]).toEqual([name, answers]);
  }
});
