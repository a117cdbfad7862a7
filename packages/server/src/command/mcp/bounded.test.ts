import { describe, expect, it } from 'vitest';
import { boundedThing } from './bounded.ts';

const MAX_BYTES = 32 * 1024;
const bytesOf = (thing: object) => Buffer.byteLength(JSON.stringify(thing));

describe('LIF-67: one thing', () => {
  it('that fits is answered whole', () => {
    const values = ['é'.repeat(16_000)];
    expect(boundedThing({ values })).toEqual({ values });
  });

  it('that does not fit keeps the beginning of its lists, and says that it is cut', () => {
    const values = Array.from({ length: 300 }, (_, place) => `${place} ${'é'.repeat(100)}`);
    const cut = boundedThing({ name: 'checkout', values });
    expect(cut).toEqual({ name: 'checkout', values: values.slice(0, 150), isCut: true });
    expect(bytesOf(cut)).toBeLessThanOrEqual(MAX_BYTES);
  });

  it('is nothing but cut where its lists are not what is long', () => {
    const cut = boundedThing({ name: 'x'.repeat(40_000), values: ['a', 'b'] });
    expect(cut).toEqual({ isCut: true });
  });
});
