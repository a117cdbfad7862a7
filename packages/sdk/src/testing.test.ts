import { describe, expect, it } from 'vitest';
import { createTestClient } from './testing.ts';

const ANA = { uid: 'ana' };

describe('a test client', () => {
  it('returns the values that were set, with their types', () => {
    const client = createTestClient({ 'new-checkout': true, colour: 'green' });
    client.set('retries', 3);
    client.set('limits', { daily: [1] });
    expect(client.boolean('new-checkout', ANA, false)).toBe(true);
    expect(client.string('colour', ANA, 'red')).toBe('green');
    expect(client.number('retries', ANA, 0)).toBe(3);
    expect(client.object('limits', ANA, {})).toEqual({ daily: [1] });
    expect(client.details('colour', ANA, false)).toMatchObject({ errorCode: 'TYPE_MISMATCH' });
  });

  it('reports changes as the real one does', () => {
    const client = createTestClient({ colour: 'green' });
    const heard: unknown[] = [];
    client.onChange(({ toggles }) => heard.push(toggles));
    client.onStateChange((state) => heard.push(state));
    client.set('colour', 'red');
    client.set('colour', 'red');
    client.enter('STALE');
    client.remove('colour');
    expect(heard).toEqual([['colour'], 'STALE', ['colour']]);
    expect(client.string('colour', ANA, 'fallback')).toBe('fallback');
    expect(client.status()).toMatchObject({ state: 'STALE', revision: 4 });
  });

  it('throws the error of a listener to the test', () => {
    const client = createTestClient();
    client.onChange(() => {
      throw new Error('seen');
    });
    expect(() => client.set('colour', 'red')).toThrow('seen');
  });
});
