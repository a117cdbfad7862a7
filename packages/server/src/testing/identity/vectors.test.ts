import { type FirstPart, type NextStep, nextStep } from '@comporta/contract/identity/next-step';
import { type CodeKind, readCode } from '@comporta/contract/identity/read-code';
import { describe, expect, it } from 'vitest';
import { type TypedCode, totpStep } from '../../identity/factors/totp.ts';
import { identityCases } from './vectors.ts';

describe('IDN-02: what is missing after a right first part', () => {
  const cases = identityCases<FirstPart, NextStep>('next-step');

  it('is what every vector says', () => {
    for (const { given, expected } of cases) {
      expect(nextStep(given), JSON.stringify(given)).toEqual(expected);
    }
  });

  it('is told again the same when the policy was met for the first time', () => {
    for (const { given } of cases) {
      const first = nextStep(given);
      const dueAt = first.dueAt ?? given.dueAt;
      expect(nextStep({ ...given, dueAt })).toEqual({ step: first.step });
    }
  });
});

const STRICT = {
  method: 'PASSWORD',
  providerCounts: false,
  hasFactor: false,
  admin: false,
  emergency: false,
  policy: { passwordLogin: 'EVERYBODY', secondFactor: 'ALL', graceDays: 0 },
  dueAt: null,
  now: 1_800_000_000,
} as const;

it('IDN-35: without days of grace the first sign-in already sets up, and the tables know', () => {
  expect(nextStep(STRICT)).toEqual({ step: 'SECOND_FACTOR_SETUP_REQUIRED', dueAt: STRICT.now });
});

it('IDN-05: an emergency user who lost the factor sets one up', () => {
  const policy = { ...STRICT.policy, passwordLogin: 'EMERGENCY_ONLY', secondFactor: 'OPTIONAL' };
  const part = { ...STRICT, emergency: true, policy } as FirstPart; // The literals widen in the spread.
  expect(nextStep(part).step).toBe('SECOND_FACTOR_SETUP_REQUIRED');
});

it('IDN-30: a code uses up the step that every vector says', async () => {
  for (const { given, expected } of identityCases<TypedCode, number | null>('totp-step')) {
    expect(await totpStep(given), JSON.stringify(given)).toBe(expected);
  }
});

interface Typed {
  readonly kind: CodeKind;
  readonly typed: string;
}

it('IDN-31: a typed code is read as every vector says', () => {
  for (const { given, expected } of identityCases<Typed, string | null>('read-code')) {
    expect(readCode(given.kind, given.typed), JSON.stringify(given)).toBe(expected);
  }
});

it('IDN-65: a code of the app may be pasted with blanks, and in wide digits', () => {
  expect(readCode('APP', ' 123 456\u200b')).toBe('123456');
  expect(readCode('APP', '１２３４５６')).toBe('123456');
  expect(readCode('APP', '1234567')).toBeNull();
  expect(readCode('APP', '١٢٣٤٥٦')).toBeNull();
});
