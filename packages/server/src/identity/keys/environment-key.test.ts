import { describe, expect, it } from 'vitest';
import { isWellFormedKey, newEnvironmentKey } from './environment-key.ts';

describe('environment keys', () => {
  it('have a prefix, are unique and are valid in a header', () => {
    const keys = Array.from({ length: 1000 }, newEnvironmentKey);
    expect(new Set(keys).size).toBe(1000);
    for (const key of keys) {
      expect(key).toMatch(/^cpt_env_[A-Za-z0-9_-]{49}$/);
      expect(isWellFormedKey(key)).toBe(true);
    }
  });

  it('are invalid with one character changed, added or removed', () => {
    const key = newEnvironmentKey();
    for (let index = 0; index < key.length; index += 1) {
      const other = key[index] === 'x' ? 'y' : 'x';
      expect(isWellFormedKey(key.slice(0, index) + other + key.slice(index + 1))).toBe(false);
    }
    expect(isWellFormedKey(`${key}x`)).toBe(false);
    expect(isWellFormedKey(key.slice(0, -1))).toBe(false);
    expect(isWellFormedKey('')).toBe(false);
  });

  it('are not the keys of an account', () => {
    expect(isWellFormedKey(newEnvironmentKey().replace('cpt_env_', 'cpt_acc_'))).toBe(false);
  });
});
