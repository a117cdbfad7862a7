/** The states of a request as people see them. Source: SAF-04. */
export const REQUEST_STATES = [
  'DRAFT',
  'IN_REVIEW',
  'APPROVED',
  'SCHEDULED',
  'RUNNING',
  'HELD',
  'DONE',
  'ROLLED_BACK',
  'REJECTED',
  'WITHDRAWN',
  'EXPIRED',
] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

/** What is stored of it: OPEN is one of three states, which approvals and the start decide. */
export type RequestStatus = Exclude<RequestState, 'IN_REVIEW' | 'APPROVED' | 'SCHEDULED'> | 'OPEN';

/** States that nothing follows. */
export const FINAL_STATES = [
  'DONE',
  'ROLLED_BACK',
  'REJECTED',
  'WITHDRAWN',
  'EXPIRED',
] as const satisfies readonly RequestStatus[];

export function isFinal(status: RequestStatus | RequestState): boolean {
  return (FINAL_STATES as readonly string[]).includes(status);
}

/** Why a person has to decide how a request goes on. */
export const HELD_REASONS = [
  'CONFLICT',
  'GONE',
  'REFUSED',
  'MISSED',
  'ACCESS_LOST',
  'PAUSED',
  'GUARDRAIL_HARM',
  'SAMPLE_RATIO',
  'ASSIGNMENT',
  'NO_EVIDENCE',
  'BY_HAND',
  'FAILED',
] as const;
export type HeldReason = (typeof HELD_REASONS)[number];

/** What a running request waits for. */
export const WAITS = ['TIME', 'FREEZE', 'UNITS', 'DATA', 'SAFE'] as const;

/** When the first step is applied: by a person, with the last approval, or at its time. Source: SAF-15. */
export const STARTS = ['MANUAL', 'ON_APPROVAL', 'AT'] as const;
export type RequestStart = (typeof STARTS)[number];

export interface Progress {
  readonly status: RequestStatus;
  readonly start: RequestStart;
  /** How many approvals are missing in all. */
  readonly missingApprovals: number;
}

export function stateOf({ status, start, missingApprovals }: Progress): RequestState {
  if (status !== 'OPEN') return status;
  if (missingApprovals > 0) return 'IN_REVIEW';
  return start === 'MANUAL' ? 'APPROVED' : 'SCHEDULED';
}

export const REQUEST_ACTIONS = [
  'SUBMIT',
  'APPLY',
  'ADVANCE',
  'HOLD',
  'RESUME',
  'ROLL_BACK',
  'WITHDRAW',
  'TAKE_OVER',
] as const;
export type RequestAction = (typeof REQUEST_ACTIONS)[number];

interface Acting {
  readonly state: RequestState;
  readonly held: HeldReason | null;
  /** How many steps were applied or skipped. */
  readonly currentStep: number;
  readonly stepCount: number;
}

/** What a state allows, whoever asks; who may is decided apart. */
export function possibleActions(acting: Acting): readonly RequestAction[] {
  return REQUEST_ACTIONS.filter((action) => isPossible(action, acting));
}

function isPossible(
  action: RequestAction,
  { state, held, currentStep, stepCount }: Acting,
): boolean {
  switch (action) {
    case 'SUBMIT':
      return state === 'DRAFT';
    case 'APPLY': {
      const isMissed = state === 'HELD' && held === 'MISSED';
      return currentStep === 0 && (state === 'APPROVED' || state === 'SCHEDULED' || isMissed);
    }
    case 'ADVANCE':
      return state === 'RUNNING' && currentStep < stepCount;
    case 'HOLD':
      return state === 'SCHEDULED' || state === 'RUNNING';
    case 'RESUME':
      return state === 'HELD';
    case 'ROLL_BACK':
      return (state === 'RUNNING' || state === 'HELD') && currentStep > 0;
    case 'WITHDRAW':
    case 'TAKE_OVER':
      return !isFinal(state);
  }
}
