import type { SeenClient } from '@comporta/contract/usage/usage-api';
import { expect, it } from 'vitest';
import { olderReadersOf } from './readers-of.ts';

function client(part: Partial<SeenClient>): SeenClient {
  return {
    service: '',
    sdk: 'comporta-sdk',
    version: '0.2.0',
    trusted: true,
    lastSeenAt: '2026-11-29T10:00:00.000Z',
    reportsUses: false,
    evaluates: true,
    isOlderReader: true,
    ...part,
  };
}

const SINGLE = { sdk: 'comporta-sdk', version: '0.2.0', seenAt: '2026-11-29T11:00:00.000Z' };

it('LIF-49: names every older client of the environments once, the last one first', () => {
  const edge = client({ sdk: 'comporta-edge', lastSeenAt: '2026-11-29T12:00:00.000Z' });
  const present = client({ version: '0.3.0', isOlderReader: false });
  const named = client({ service: 'checkout', lastSeenAt: '2026-11-28T10:00:00.000Z' });
  expect(
    olderReadersOf([
      { envId: 'a', clients: [edge, client({}), present, named], olderReader: SINGLE },
      { envId: 'b', clients: [client({})], olderReader: undefined },
    ]),
  ).toEqual([
    { name: 'comporta-edge 0.2.0', envIds: ['a'] },
    { name: 'comporta-sdk 0.2.0', envIds: ['a', 'b'] },
    { name: 'checkout comporta-sdk 0.2.0', envIds: ['a'] },
  ]);
});

it('LIF-49: one that is not among the clients, or where these cannot be loaded, is named from the status', () => {
  const others = client({ sdk: '', version: '', evaluates: false, isOlderReader: false });
  for (const clients of [[others], undefined]) {
    expect(olderReadersOf([{ envId: 'a', clients, olderReader: SINGLE }])).toEqual([
      { name: 'comporta-sdk 0.2.0', envIds: ['a'] },
    ]);
  }
  expect(olderReadersOf([{ envId: 'a', clients: [others], olderReader: undefined }])).toEqual([]);
});
