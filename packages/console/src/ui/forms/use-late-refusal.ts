import { useLocation } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { ApiError } from '../../api/api-error.ts';
import { toast } from '../toast-store.ts';
import type { FormState } from './form-machine.ts';
import { useHasLeft } from './use-has-left.ts';

/**
 * Returns the function to call when a save has ended. If it failed and the user has left the screen, a toast says
 * so, with a link back to the edits, which the browser keeps.
 */
export function useLateRefusal() {
  const t = useTranslations('common');
  const { pathname, search } = useLocation();
  const hasLeft = useHasLeft();

  return ({
    isBusy,
    problems: [problem],
    conflict,
    failure,
  }: Pick<FormState<unknown, string>, 'isBusy' | 'problems' | 'conflict' | 'failure'>): void => {
    const isRefused = problem !== undefined || conflict !== undefined || isReported(failure);
    if (isBusy || !isRefused || !hasLeft()) return;
    toast({ text: t('notSaved'), link: { text: t('view'), to: pathname + search } });
  };
}

/** A 401 and a 403 have screens of their own; any other error is no answer, such as after a logout. */
function isReported(failure: unknown): boolean {
  return failure instanceof ApiError && ![401, 403].includes(failure.status);
}
