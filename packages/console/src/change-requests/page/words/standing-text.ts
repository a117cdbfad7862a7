import {
  type ChangeRequest,
  REQUEST_LIMITS,
} from '@comporta/contract/change-requests/change-request';
import type { EditType } from '@comporta/contract/change-requests/edit-type';
import type { HeldReason } from '@comporta/contract/change-requests/request-state';
import type { Say } from '../../../base/say.ts';
import { problemText } from '../../../parts/apply/problem-text.ts';
import { waitText } from '../../../parts/apply/use-wait-text.ts';
import { guardWaitText } from './guard-text.ts';

interface Words {
  readonly say: Say;
  readonly time: (at: string) => string;
}

/** Why a held request is held, in a sentence. */
export function heldText({ say, time }: Words, request: ChangeRequest): string {
  const { held, author, touched, entities, currentStep, nextAt, startAt } = request;
  if (held === null) return '';
  const person = held.by || say('changeRequest.somebody');
  const named = (key: string) => textIn(held.meta_data, key);
  const due = nextAt ?? startAt;
  switch (held.reason) {
    case 'CONFLICT': {
      const harm = harmIn(held.meta_data);
      const number = named('rule') ?? '';
      if (harm) return say('changeRequest.harmGoesOn', { metric: harm.metric, person, number });
      return say('changeRequest.held.CONFLICT', { person });
    }
    case 'BY_HAND':
      return say(`changeRequest.held.${held.reason}`, { person });
    case 'GONE':
      return say('changeRequest.held.GONE', { name: goneName(request), person });
    case 'REFUSED': {
      const types = [...new Set(entities.map(({ type }) => type as EditType))]; // As its edits have them.
      const refusal = { code: held.code ?? '', meta_data: held.meta_data };
      const problem = problemText(say, types, refusal);
      return say('changeRequest.held.REFUSED', { step: String(currentStep + 1), problem });
    }
    case 'MISSED':
      if (due === null) break;
      return say('changeRequest.held.MISSED', { time: time(due) });
    case 'ACCESS_LOST': {
      const environment = touched.map(({ name }) => name).join(', ');
      return say('changeRequest.held.ACCESS_LOST', { person: author.name, environment });
    }
    case 'PAUSED':
      return say('changeRequest.held.PAUSED', { person, toggle: namesOf(request) });
    case 'FAILED':
      return say('changeRequest.held.FAILED', { id: named('id') ?? '' });
    case 'SAMPLE_RATIO':
    case 'ASSIGNMENT':
      return say(`changeRequest.held.${held.reason}`);
    case 'GUARDRAIL_HARM': {
      const harm = harmIn(held.meta_data);
      if (harm === undefined) break;
      return say('changeRequest.held.GUARDRAIL_HARM', harm);
    }
    case 'NO_EVIDENCE': {
      const patience = Number(named('patience'));
      if (!(patience > 0)) break;
      return say('changeRequest.held.NO_EVIDENCE', { wait: waitText(say, patience) });
    }
  }
  return say('changeRequest.heldFor', {
    state: say('changeRequest.state.HELD'),
    reason: say(`changeRequest.heldBecause.${held.reason}`),
  });
}

/** What a person can do about it; undefined where the buttons say it. */
export function wayOut(say: Say, reason: HeldReason): string | undefined {
  return reason === 'BY_HAND' ? undefined : say(`changeRequest.wayOut.${reason}`);
}

/** What a request that nobody holds waits for, or how it ended; undefined where its state says it. */
export function standingText({ say, time }: Words, request: ChangeRequest): string | undefined {
  const { state, waitsFor, guardState, lastChanged, steps, currentStep } = request;
  const applied = steps.flatMap(({ state: one }, index) => (one === 'APPLIED' ? [index + 1] : []));
  switch (state) {
    case 'SCHEDULED':
    case 'RUNNING':
      if (waitsFor === 'FREEZE') return frozenText({ say, time }, request);
      return guardWaitText({ say, time }, request) ?? dueText({ say, time }, request);
    case 'ROLLED_BACK': {
      const first = steps[0]?.appliedAt;
      if (first === undefined || first === null) return undefined;
      const { harm, rolledBack } = guardState ?? {};
      if (harm && rolledBack) {
        return say('changeRequest.rolledBack', { ...harm, time: time(first) });
      }
      const person = lastChanged.by.name;
      return say('changeRequest.rolledBackByHand', { person, time: time(first) });
    }
    case 'WITHDRAWN':
    case 'REJECTED':
      if (currentStep === 0) return say('changeRequest.nothingApplied');
      return state === 'WITHDRAWN'
        ? say('changeRequest.withdrawn.kept', { steps: applied.join(', ') })
        : say('changeRequest.appliedStays', { steps: applied.join(', ') });
    case 'EXPIRED': {
      const { untouchedDays: days } = REQUEST_LIMITS;
      const rest =
        currentStep === 0
          ? say('changeRequest.nothingApplied')
          : say('changeRequest.appliedStays', { steps: applied.join(', ') });
      return `${say('changeRequest.expired', { days })} ${rest}`;
    }
    default:
      return undefined;
  }
}

/** Lateness counts in a freeze; steps that a guard lets go on have none. Source: SAF-13, SAF-29. */
function frozenText({ say, time }: Words, request: ChangeRequest): string | undefined {
  const { touched, frozenFrom, frozenUntil, nextAt, lateBy, guardState } = request;
  if (frozenUntil === null || nextAt === null) return undefined;
  const missed = new Date(new Date(nextAt).getTime() + lateBy * 1000);
  const isTooLong = guardState === null && new Date(frozenUntil) > missed;
  const words = {
    environment: touched.map(({ name }) => name).join(', '),
    until: time(frozenUntil),
    missed: time(missed.toISOString()),
  };
  if (frozenFrom === null) {
    return say(`changeRequest.frozen.${isTooLong ? 'tooLong' : 'waits'}`, words);
  }
  const coming = { ...words, from: time(frozenFrom), due: time(nextAt) };
  return say(`changeRequest.frozen.${isTooLong ? 'comingTooLong' : 'coming'}`, coming);
}

/** What the steps wait for, in time. */
function dueText({ say, time }: Words, { nextAt, currentStep, stepCount }: ChangeRequest) {
  if (nextAt === null) return undefined;
  const what = currentStep < stepCount ? 'TIME' : 'WATCH';
  return say(`changeRequest.waitsFor.${what}`, { time: time(nextAt) });
}

/** The metric that got worse, and the value that did it, as the guard says in what it holds. */
function harmIn(meta: unknown): { readonly metric: string; readonly value: string } | undefined {
  const { metric, value } = Object(Object(meta).harm);
  return typeof metric === 'string' && typeof value === 'string' ? { metric, value } : undefined;
}

function goneName(request: ChangeRequest): string {
  const { entities, held } = request;
  const { id, ids } = Object(held?.meta_data);
  const gone: readonly unknown[] = Array.isArray(ids) ? ids : [id];
  const names = entities.filter((one) => gone.includes(one.id)).map(({ name }) => name);
  return names.length > 0 ? names.join(', ') : namesOf(request);
}

function namesOf({ entities }: ChangeRequest): string {
  return entities.map(({ name }) => name).join(', ');
}

function textIn(meta: unknown, key: string): string | undefined {
  const value: unknown = Object(meta)[key];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
