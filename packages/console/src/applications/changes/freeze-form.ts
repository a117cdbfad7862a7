import {
  checkFreeze,
  type FREEZE_CODES,
  type Freeze,
  type FreezeValue,
} from '@comporta/contract/freezes/freeze';
import type { Problem } from '@comporta/contract/problem';
import type { Say } from '../../base/say.ts';
import { localMoment, momentOf } from '../../ui/dates/local-moment.ts';

/** A freeze as it is edited: with times of the browser's zone. */
export interface FreezeForm {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly isEverywhere: boolean;
  readonly environmentIds: readonly string[];
}

export type FreezeProblem = Problem<(typeof FREEZE_CODES)[number]>;

/** The form of a new freeze, which begins now. */
export function newFreeze(now: Date): FreezeForm {
  return { name: '', from: localMoment(now), to: '', isEverywhere: true, environmentIds: [] };
}

/** `known` are the environments of the application: those of a freeze may have been removed. */
export function freezeForm(
  { name, from, to, environmentIds }: Freeze,
  known: readonly string[],
): FreezeForm {
  return {
    name,
    from: localMoment(new Date(from)),
    to: localMoment(new Date(to)),
    isEverywhere: environmentIds === null,
    environmentIds: environmentIds?.filter((id) => known.includes(id)) ?? [],
  };
}

/** The contract's check; a time that was not edited keeps its seconds, which the field does not show. */
export function checkFreezeForm(
  { name, from, to, isEverywhere, environmentIds }: FreezeForm,
  stored: Pick<Freeze, 'from' | 'to'> | undefined,
  known: readonly string[],
) {
  const checked = checkFreeze(
    {
      name,
      from: timeOf(from, stored?.from),
      to: timeOf(to, stored?.to),
      environmentIds: isEverywhere ? null : [...environmentIds],
    },
    known,
  );
  if (checked.ok) return checked;
  const [first, ...others] = checked.problems;
  const problems: typeof checked.problems = [said(first), ...others.map(said)];
  return { ...checked, problems };

  /** A time that is missing is not one that is wrong. */
  function said(problem: FreezeProblem): FreezeProblem {
    const isMissing = problem.at[0] === 'to' && to === '';
    return isMissing ? { ...problem, meta: { ...problem.meta, isMissing } } : problem;
  }
}

export function freezeBody({ name, startsAt, endsAt, environmentIds }: FreezeValue) {
  return { name, from: startsAt.toISOString(), to: endsAt.toISOString(), environmentIds };
}

function timeOf(local: string, stored: string | undefined): string {
  if (stored !== undefined && local === localMoment(new Date(stored))) return stored;
  return momentOf(local)?.toISOString() ?? '';
}

export function freezeProblemText(say: Say, { code, at, meta }: FreezeProblem): string {
  if (code !== 'INVALID_FREEZE') {
    return say(`freeze.error.${code}`, { limit: Number(meta?.limit) });
  }
  if (at[0] === 'environmentIds') return say('freeze.error.noEnvironment');
  if (at[0] === 'from' || meta?.isMissing === true) return say('freeze.error.noTime');
  return say(`freeze.error.${code}`, { days: Number(meta?.days) });
}

/** Whether a freeze is to come, holds now, or is over. */
export function freezeState({ from, to }: Pick<Freeze, 'from' | 'to'>, now: Date) {
  if (now < new Date(from)) return 'COMING';
  return now < new Date(to) ? 'NOW' : 'OVER';
}
