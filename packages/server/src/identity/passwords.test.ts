import { describe, expect, it } from 'vitest';
import { Rejection } from '../platform/base/rejection.ts';
import { hashPassword, verifyPassword } from './passwords.ts';

describe('passwords', () => {
  it('are hashed with argon2id, 19 MiB and two passes, with a different salt each time', async () => {
    const first = await hashPassword('abc123');
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await hashPassword('abc123')).not.toBe(first);
  });

  it('only the same password matches', async () => {
    const hash = await hashPassword('abc123');
    expect(await verifyPassword(hash, 'abc123')).toBe(true);
    expect(await verifyPassword(hash, 'abc124')).toBe(false);
  });

  it('no password matches when none is stored', async () => {
    expect(await verifyPassword(undefined, 'nobody has this password')).toBe(false);
    expect(await verifyPassword(null, '')).toBe(false);
  });

  it('RATE_LIMITED: two run and 20 wait, the rest is refused at once; afterwards all slots are free', async () => {
    const hash = await hashPassword('abc123');
    const results = await Promise.allSettled(
      Array.from({ length: 30 }, () => verifyPassword(hash, 'abc123')),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(22);
    const refused = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason] : [],
    );
    expect(refused).toHaveLength(8);
    for (const reason of refused) {
      expect(reason).toEqual(new Rejection('RATE_LIMITED', { retry_after: 1 }));
    }
    expect(await verifyPassword(hash, 'abc123')).toBe(true);
  });

  /** Sends so many passwords at once, and tells how many were refused before they were looked at. */
  async function refusalsOf(calls: readonly { network: string; isKnown: boolean }[]) {
    const hash = await hashPassword('abc123');
    const results = await Promise.allSettled(
      calls.map((client) => verifyPassword(hash, 'abc123', client)),
    );
    return results.map(({ status }) => status === 'rejected');
  }

  const strangers = (count: number, of = 4) =>
    Array.from({ length: count }, (_, index) => ({ network: `${index % of}`, isKnown: false }));

  it('IDN-43: five of the twenty places are kept for known browsers, two of them for one network', async () => {
    const known = ['a', 'a', 'a', 'b', 'b', 'c', 'c'].map((network) => ({
      network,
      isKnown: true,
    }));
    const refused = await refusalsOf([...strangers(40), ...known]);
    expect(refused.slice(0, 40).filter(Boolean)).toHaveLength(40 - 2 - 15);
    expect(refused.slice(40)).toEqual([false, false, true, false, false, false, true]);
  });

  it('IDN-43: one network of strangers cannot take the ordinary places, and known browsers wait in these first', async () => {
    const known = Array.from({ length: 5 }, () => ({ network: 'office', isKnown: true }));
    const refused = await refusalsOf([...strangers(20, 1), ...known, ...strangers(1)]);
    expect(refused.slice(0, 20).filter(Boolean)).toHaveLength(20 - 2 - 10);
    expect(refused.slice(20)).toEqual([false, false, false, false, false, true]);
  });
});
