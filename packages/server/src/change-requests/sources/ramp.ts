import { REQUEST_LIMITS, STEP_WAIT } from '@comporta/contract/change-requests/change-request';
import { rampSteps } from '@comporta/contract/change-requests/ramp-steps';
import { rampedRules } from '@comporta/contract/change-requests/ramped-rules';
import type { RequestSource } from '@comporta/contract/change-requests/source';
import type { StoredRule } from '@comporta/contract/experiments/rule';
import { Rejection } from '../../platform/base/rejection.ts';
import type { StoredRequest } from '../change-request-repository.ts';
import { findEdited } from '../edited-things.ts';
import type { FiledStep } from '../file-steps.ts';
import type { Applying } from '../requests.ts';
import { findInSteps, findRamped } from './ramp-repository.ts';

type Ramp = NonNullable<RequestSource['ramp']>;

/**
 * The steps that raise the share of a value of one rule; all else of the experiment stays as it is when they are applied.
 * Rejects with INVALID_SOURCE, INVALID_STEPS and INVALID_TIME. Source: SAF-50.
 */
export async function rampedSteps(
  applying: Applying,
  { experimentId, ruleId, value, from, shares }: Ramp,
): Promise<readonly FiledStep[]> {
  const { sql, application } = applying;
  const ramped = await findRamped(sql, application.id, experimentId);
  const place = { type: 'experiment', id: experimentId } as const;
  const stored =
    ramped && (await findEdited(applying, { ...place, environmentId: ramped.environmentId }));
  if (ramped === undefined || stored === undefined) throw invalid('experimentId');
  const rules = stored.body.rules as readonly StoredRule[]; // Of an experiment.
  const rule = rules.find(({ id }) => id === ruleId);
  if (rule === undefined) throw invalid('ruleId');
  const percents = shares.map(({ percent }) => percent);
  const { values, environmentId } = ramped;
  const specs = rampSteps({ values, spec: rule.valueSpec, value, from, shares: percents });
  if (!specs.ok) {
    const { steps: limit } = REQUEST_LIMITS;
    throw new Rejection('INVALID_STEPS', { at: ['source', 'ramp', 'shares'], limit });
  }
  requireWaits(shares);
  return specs.value.map((valueSpec, index) => ({
    at: null,
    wait: shares[index - 1]?.wait ?? null,
    edits: [
      {
        ...place,
        action: 'UPDATE',
        environmentId,
        version: undefined,
        body: {
          ...stored.body,
          rules: rules.map((one) => (one === rule ? { ...one, valueSpec } : one)),
        },
      },
    ],
  }));
}

/** Each share but the last one says how long it stays. */
function requireWaits(shares: Ramp['shares']): void {
  const wrong = shares.findIndex(({ wait }, index) => {
    if (index === shares.length - 1) return wait !== undefined;
    return wait === undefined || wait < STEP_WAIT.min || wait > STEP_WAIT.max;
  });
  if (wrong < 0) return;
  const { daysAhead: days } = REQUEST_LIMITS;
  throw new Rejection('INVALID_TIME', { at: ['source', 'ramp', 'shares', wrong, 'wait'], days });
}

/**
 * Rejects with RAMP_EXISTS where another open request raises a share of the same rule, whether its steps come from a source or
 * somebody wrote them. Drafts do nothing yet.
 */
export async function requireNoOtherRamp(
  { sql, application }: Pick<Applying, 'sql' | 'application'>,
  {
    source,
    steps,
    id: otherThan,
  }: Pick<StoredRequest, 'source' | 'steps'> & { readonly id?: string | undefined },
): Promise<void> {
  const ruleIds = rampedBy({ source, steps });
  if (ruleIds.length === 0) return;
  const others = await findInSteps(sql, application.id, otherThan);
  const other = others.find((one) => rampedBy(one).some((id) => ruleIds.includes(id)));
  if (other !== undefined) throw new Rejection('RAMP_EXISTS', { number: other.number });
}

function rampedBy({ source, steps }: Pick<StoredRequest, 'source' | 'steps'>): readonly string[] {
  return [source?.ramp?.ruleId ?? [], rampedRules(steps)].flat();
}

function invalid(...at: readonly string[]): Rejection {
  return new Rejection('INVALID_SOURCE', { at: ['source', 'ramp', ...at] });
}
