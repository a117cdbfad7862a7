import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { Dialog } from '../dialogs/dialog.tsx';
import { comesBack } from './leaving.ts';

interface UnsavedGuardProps {
  readonly hasUnsaved: () => boolean;
  /** Whether a save is under way: the user may go to another screen, but closing the tab could end it. */
  readonly isSaving?: boolean;
  /** The question, when there is something else to lose than unsaved changes. */
  readonly question?: {
    readonly title: string;
    readonly text: string;
    readonly stay: string;
    readonly leave: string;
  };
  /** Called when the user discards the changes. */
  readonly onLeave?: (() => void) | undefined;
}

/** The guards on the page. The router asks only the last one of several, so each of them asks for all. */
const guards = new Set<Pick<UnsavedGuardProps, 'hasUnsaved' | 'onLeave'>>();

/** The `state` of a link whose screen leads back, to a form that remembers its edits: nothing is asked. */
export const LEADS_BACK = { leadsBack: true } as const;

function leadsBack(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'leadsBack' in state;
}

/** Asks before a link, Back or closing the tab would lose unsaved changes. */
export function UnsavedGuard(props: UnsavedGuardProps) {
  const { hasUnsaved, isSaving = false, question, onLeave } = props;
  const t = useTranslations('dialog.unsaved');
  const { title, text, stay, leave } = question ?? {
    title: t('title'),
    text: t('text'),
    stay: t('stay'),
    leave: t('leave'),
  };
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname &&
      !leadsBack(nextLocation.state) &&
      [...guards].some((guard) => guard.hasUnsaved()),
  );

  useEffect(() => {
    const guard = { hasUnsaved, onLeave };
    guards.add(guard);
    return () => void guards.delete(guard);
  }, [hasUnsaved, onLeave]);

  useEffect(() => {
    function ask(event: BeforeUnloadEvent) {
      if (!comesBack() && (isSaving || hasUnsaved())) event.preventDefault();
    }
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [hasUnsaved, isSaving]);

  if (blocker.state !== 'blocked') return null;
  return (
    <Dialog
      title={title}
      role="alertdialog"
      onClose={blocker.reset}
      footer={
        <>
          <Button variant="default" onClick={blocker.reset} data-autofocus>
            {stay}
          </Button>
          <Button
            color="danger"
            onClick={() => {
              for (const guard of guards) guard.onLeave?.();
              blocker.proceed();
            }}
          >
            {leave}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}
