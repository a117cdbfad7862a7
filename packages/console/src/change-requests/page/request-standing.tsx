import type { ChangeRequest } from '@comporta/contract/change-requests/change-request';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../../base/paths.ts';
import { Notice } from '../../ui/alert.tsx';
import { Button } from '../../ui/controls/button.ts';
import { useNextTime } from '../../ui/dates/next-time.ts';
import { useOwnId } from './use-own-id.ts';
import type { SeenDigest } from './use-seen-digest.ts';
import { heldText, standingText, wayOut } from './words/standing-text.ts';

interface RequestStandingProps {
  readonly request: ChangeRequest;
  readonly seen: SeenDigest;
}

/** Why a request is held and the way out, what it waits for, or how it ended. */
export function RequestStanding({ request, seen }: RequestStandingProps) {
  const say = useTranslations();
  const t = useTranslations('changeRequest');
  const time = useNextTime();
  const { appId, held, number, lastChanged } = request;
  const hasFallen = useHasFallen(request);
  const standing = standingText({ say, time }, request);
  const out = held === null ? undefined : wayOut(say, held.reason);
  return (
    <>
      {held !== null && (
        <Notice tone="warning">
          {heldText({ say, time }, request)}
          {out !== undefined && <p>{out}</p>}
          {held.reason === 'GONE' && (
            <Link to={pathTo('deletedItems', { appId })}>{say('deleted.title')}</Link>
          )}
        </Notice>
      )}
      {standing !== undefined && <p role="status">{standing}</p>}
      {hasFallen && (
        <Notice tone="warning">
          {t('approvalFell', { person: lastChanged.by.name, number: String(number) })}
        </Notice>
      )}
      {seen.isStale && (
        <Notice tone="warning">
          {t('error.VERSION_CONFLICT')}{' '}
          <Button size="compact-sm" variant="default" onClick={() => seen.lookAgain()}>
            {t('lookedAgain')}
          </Button>
        </Notice>
      )}
    </>
  );
}

/** Whether this person has approved another content than the present one, and is asked again. */
function useHasFallen({ state, reviews }: ChangeRequest): boolean {
  const ownId = useOwnId();
  const own = reviews.filter(({ by, verdict }) => by.id === ownId && verdict === 'APPROVED');
  return state === 'IN_REVIEW' && own.length > 0 && !own.some(({ counts }) => counts);
}
