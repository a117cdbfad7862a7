import assert from 'node:assert/strict';
import { readAuditTrail } from './audit-trail.ts';
import { refusalsAboutApplications } from './refusals-about-applications.ts';
import { refusalsAboutExperiments } from './refusals-about-experiments.ts';
import { refusalsAboutPeople } from './refusals-about-people.ts';
import type { Case, Situation } from './situation.ts';

/** Checks the refusals that a shop in full use can get: each has its code and records nothing. */
export async function checkRefusals(situation: Situation): Promise<void> {
  const cases = [
    ...refusalsAboutPeople(situation),
    ...refusalsAboutApplications(situation),
    ...refusalsAboutExperiments(situation),
  ];
  const before = await readAuditTrail(situation.admin);
  await checkCases(cases);
  assert.deepEqual(await readAuditTrail(situation.admin), before);
}

export async function checkCases(cases: readonly Case[]): Promise<void> {
  for (const [code, refuse, meta] of cases) {
    const refusal = await refuse();
    assert.equal(refusal.code, code, refusal.message);
    if (meta !== undefined) assert.deepEqual({ ...refusal.meta, ...meta }, refusal.meta);
  }
}
