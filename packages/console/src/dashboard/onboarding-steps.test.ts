import { describe, expect, it } from 'vitest';
import { firstPlace, placesWithKey, stepsDone } from './onboarding-steps.ts';

function application(id: string, hasKey: boolean) {
  return {
    id,
    name: id,
    environments: [{ id: `${id}-prod`, name: 'prod', production: null, hasKey }],
  };
}

describe('the steps to the first toggle', () => {
  it('are all ahead of a new account', () => {
    expect(stepsDone({ applications: [], toggleCount: 0, isSeen: false })).toEqual(new Set());
  });

  it('tick by what there is, in any order', () => {
    const applications = [application('a', false), application('b', true)];
    expect(stepsDone({ applications, toggleCount: 0, isSeen: false })).toEqual(
      new Set(['application', 'key']),
    );
    expect(stepsDone({ applications, toggleCount: 2, isSeen: true }).size).toBe(5);
  });

  it('go on where there is a key, otherwise at the beginning', () => {
    const applications = [application('a', false), application('b', true)];
    expect(placesWithKey(applications).map(({ environment }) => environment.id)).toEqual([
      'b-prod',
    ]);
    expect(firstPlace(applications)?.environment.id).toBe('a-prod');
    expect(firstPlace([])).toBeUndefined();
  });
});
