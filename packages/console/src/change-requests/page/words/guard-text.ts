import type { ChangeRequest } from '@comporta/contract/change-requests/change-request';
import type { Say } from '../../../base/say.ts';

interface Words {
  readonly say: Say;
  readonly time: (at: string) => string;
}

/** What a due step waits for by its guard; undefined where it waits for its time. */
export function guardWaitText({ say, time }: Words, request: ChangeRequest): string | undefined {
  const { guard, guardState, waitsFor } = request;
  if (guard === null || guardState === null) return undefined;
  const { countedAt, units, guardrails } = guardState;
  switch (waitsFor) {
    case 'DATA':
      return countedAt === null
        ? say('changeRequest.waitsFor.NOTHING')
        : say('changeRequest.waitsFor.DATA', { time: time(countedAt) });
    case 'UNITS': {
      const [least] = units.toSorted((one, other) => one.users - other.users);
      if (least !== undefined && least.users < guard.units) {
        const figures = { least: least.users, needed: guard.units, value: least.value };
        return say('changeRequest.waitsFor.UNITS', figures);
      }
      const shut = guardrails.filter(({ state }) => state === 'SHUT');
      return say('changeRequest.waitsFor.EVENTS', { metric: namesOf(shut) });
    }
    case 'SAFE': {
      const open = guardrails.filter(({ state }) => state === 'OPEN');
      return say('changeRequest.waitsFor.SAFE', { metric: namesOf(open) });
    }
    default:
      return undefined;
  }
}

function namesOf(guardrails: readonly { readonly metric: string }[]): string {
  return [...new Set(guardrails.map(({ metric }) => metric))].join(', ');
}
