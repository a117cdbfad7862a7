import { describe, expect, it } from 'vitest';
import { mayEditIn } from './may-edit-in.ts';

const environment = (id: string, role?: 'VIEWER' | 'EDITOR' | 'APPROVER') => ({
  id,
  name: id,
  hasKey: false,
  production: null,
  countBulkAsExposure: false,
  ...(role && { role }),
});

describe('SAF-43: what a user may change', () => {
  it('is everything, where the list of applications says nothing', () => {
    expect(mayEditIn(undefined)).toBe(true);
    const application = { environments: [environment('p')] };
    expect([mayEditIn(application), mayEditIn(application, 'p')]).toEqual([true, true]);
  });

  it('is nothing for a viewer, but an environment in which they are more', () => {
    const environments = [environment('p'), environment('s', 'EDITOR')];
    const application = { role: 'VIEWER' as const, environments };
    expect([undefined, 'p', 's'].map((id) => mayEditIn(application, id))).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('is not an environment in which they are a viewer', () => {
    const application = { environments: [environment('p', 'VIEWER'), environment('s')] };
    expect([undefined, 'p', 's'].map((id) => mayEditIn(application, id))).toEqual([
      true,
      false,
      true,
    ]);
  });
});
