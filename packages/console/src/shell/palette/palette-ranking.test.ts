import { describe, expect, it } from 'vitest';
import { rank } from './palette-ranking.ts';

const entries = [
  { label: 'search.ranking' },
  { label: 'new-checkout' },
  { label: 'checkout' },
  { label: 'Production', detail: 'Checkout' },
  { label: 'Configurações' },
];
const labels = (query: string) => rank(entries, query).map(({ label }) => label);

describe('palette ranking', () => {
  it('puts an exact name before names that contain the text, and those before matching places', () => {
    expect(labels('checkout')).toEqual(['checkout', 'new-checkout', 'Production']);
  });

  it.each([
    ['rank', 'search.ranking'],
    ['nchk', 'new-checkout'],
    ['prod check', 'Production'],
    ['configuracoes', 'Configurações'],
  ])('%j finds %s', (query, label) => {
    expect(labels(query)[0]).toBe(label);
  });

  it('finds everything when nothing was typed, and nothing when nothing matches', () => {
    expect(labels(' ')).toEqual(entries.map(({ label }) => label));
    expect(labels('xyz')).toEqual([]);
  });
});
