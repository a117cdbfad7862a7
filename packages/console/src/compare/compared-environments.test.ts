import { expect, it } from 'vitest';
import { comparedEnvironments } from './compared-environments.ts';

const [test, staging, production] = ['Test', 'Staging', 'Production'].map((name) => ({
  id: name.toLowerCase(),
  name,
}));
const all = [test, staging, production].flatMap((one) => one ?? []);

function chosen(address: string, environments = all): string | undefined {
  const found = comparedEnvironments(environments, new URLSearchParams(address));
  return found && `${found.from.name} ${found.to.name}`;
}

it('SAF-60: the address names the compared environments; without, the last test is the example of production', () => {
  expect(chosen('')).toBe('Staging Production');
  expect(chosen('from=test')).toBe('Test Production');
  expect(chosen('to=test')).toBe('Staging Test');
  expect(chosen('from=production&to=test')).toBe('Production Test');
  expect(chosen('from=production')).toBe('Production Staging');
  expect(chosen('from=test&to=test')).toBe('Staging Test');
  expect(chosen('from=gone&to=gone')).toBe('Staging Production');
});

it('SAF-60: two environments are needed; none has to be like production', () => {
  expect(chosen('', all.slice(0, 1))).toBeUndefined();
  expect(chosen('', [])).toBeUndefined();
  expect(chosen('', all.slice(0, 2))).toBe('Test Staging');
});
