import type { ChangeRequest } from '@comporta/contract/change-requests/change-request';
import { isFinal, type RequestAction } from '@comporta/contract/change-requests/request-state';
import { useCurrentEnvironment } from '../../data/application-queries.ts';
import { mayEditIn, ownRoleIn } from '../../data/may-edit-in.ts';
import { useSession } from '../../data/stored/session.ts';
import { useOwnId } from './use-own-id.ts';

/** Done by one press, in the order of their buttons. */
export const SIMPLE_ACTIONS = [
  ['APPLY', 'apply'],
  ['RESUME', 'resume'],
  ['ADVANCE', 'advance'],
  ['HOLD', 'hold'],
  ['ROLL_BACK', 'rollBack'],
] as const satisfies readonly (readonly [RequestAction, string])[];

export interface Offered {
  readonly actions: ReadonlySet<RequestAction>;
  /** Whether this person may reject it, and is asked for an approval that they have not given. */
  readonly review: boolean;
  readonly approve: boolean;
  readonly fileAgain: boolean;
  /** Whether what it has changed can be taken back by another request. */
  readonly revert: boolean;
  /** Whether its title, its reason and its time can be changed. */
  readonly edit: boolean;
  readonly deleteDraft: boolean;
  /** Whether this person may change all that the request touches. */
  readonly mayChange: boolean;
}

/** What the page offers: what the state allows, without what would be refused. */
export function useOffered(request: ChangeRequest): Offered {
  const ownId = useOwnId();
  const isAdmin = useSession()?.is_admin === true;
  const { state, actions, approvals, overlaps, contributors, author, currentStep } = request;
  const { application } = useCurrentEnvironment();
  const places = request.touched.length > 0 ? request.touched.map(({ id }) => id) : [undefined];
  const mayChange = places.every((envId) => mayEditIn(application, envId));
  const missing = approvals.filter(({ given, needed }) => given < needed);
  const isMissing = missing.length > 0;
  const isApprover = isAdmin || missing.some(({ id }) => ownRoleIn(application, id) === 'APPROVER');
  const isOwn = author.id === ownId || contributors.some(({ id }) => id === ownId);
  const isUntouched = currentStep === 0;
  const review = isApprover && !isOwn && isMissing && (state === 'IN_REVIEW' || state === 'HELD');
  const hasApproved = request.reviews.some(({ by, counts }) => counts && by.id === ownId);

  function isOffered(action: RequestAction): boolean {
    // Whoever lost a role can still take back what they have asked for.
    if (!mayChange && !(action === 'WITHDRAW' && author.id === ownId)) return false;
    switch (action) {
      case 'APPLY':
        return !isMissing;
      case 'ADVANCE':
        // Its times were approved with it.
        return approvals.length === 0;
      case 'RESUME':
        // The choices of the page resume it, or it is applied.
        return overlaps.length === 0 && !actions.includes('APPLY');
      case 'SUBMIT':
        return overlaps.length === 0;
      case 'TAKE_OVER':
        return author.id !== ownId;
      case 'WITHDRAW':
        return state !== 'DRAFT';
      default:
        return true;
    }
  }

  return {
    actions: new Set(actions.filter(isOffered)),
    review,
    approve: review && !hasApproved,
    fileAgain: mayChange && isUntouched && isFinal(state) && state !== 'DONE',
    revert: mayChange && !isUntouched && isFinal(state) && state !== 'ROLLED_BACK',
    // What is open with two changes of one part is decided first.
    edit:
      mayChange && isUntouched && !isFinal(state) && (state === 'DRAFT' || overlaps.length === 0),
    deleteDraft: mayChange && state === 'DRAFT',
    mayChange,
  };
}
