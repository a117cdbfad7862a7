import { describe, expect, it } from 'vitest';
import {
  firstPlace,
  isOnForSomebody,
  type Progress,
  placesWithKey,
  STEPS,
  stepsDone,
} from './onboarding-steps.ts';

function application(id: string, hasKey: boolean) {
  return {
    id,
    name: id,
    environments: [
      { id: `${id}-prod`, name: 'prod', production: null, hasKey, countBulkAsExposure: false },
    ],
  };
}

const NOTHING: Progress = {
  applications: [],
  toggleCount: 0,
  isSeen: false,
  isOn: false,
  isServed: false,
};

describe('the first steps, up to a value that a rule served', () => {
  it('are all open for a new account', () => {
    expect(stepsDone(NOTHING)).toEqual(new Set());
  });

  it('are done when the thing exists, in any order', () => {
    const applications = [application('a', false), application('b', true)];
    expect(stepsDone({ ...NOTHING, applications })).toEqual(new Set(['application', 'key']));
    const asked = { ...NOTHING, applications, toggleCount: 2, isSeen: true };
    expect(stepsDone(asked).has('on')).toBe(false);
    expect(stepsDone({ ...asked, isOn: true }).has('rule')).toBe(false);
  });

  it('CDW-55: end with a response that a rule decided, whatever is on by then', () => {
    const applications = [application('a', true)];
    const served = { ...NOTHING, applications, toggleCount: 1, isSeen: true, isServed: true };
    expect(stepsDone(served).size).toBe(STEPS.length);
  });

  it('a toggle is on for somebody when active rules return something else than its default', () => {
    const on = { type: 'EVERYONE', value: 'enabled' } as const;
    expect(isOnForSomebody({ status: 'ACTIVE', outcome: on }, 'disabled')).toBe(true);
    expect(isOnForSomebody({ status: 'ACTIVE', outcome: on }, 'enabled')).toBe(false);
    expect(isOnForSomebody({ status: 'PAUSED', outcome: on }, 'disabled')).toBe(false);
    const split = { type: 'SPLIT', shares: { enabled: 10, disabled: 90 } } as const;
    expect(isOnForSomebody({ status: 'ACTIVE', outcome: split }, 'disabled')).toBe(true);
  });

  it('continue where there is a key, otherwise at the beginning', () => {
    const applications = [application('a', false), application('b', true)];
    expect(placesWithKey(applications).map(({ environment }) => environment.id)).toEqual([
      'b-prod',
    ]);
    expect(firstPlace(applications)?.environment.id).toBe('a-prod');
    expect(firstPlace([])).toBeUndefined();
  });
});
