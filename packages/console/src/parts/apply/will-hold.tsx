import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../../base/paths.ts';
import { openRequestsOnQuery } from '../../data/change-request-queries.ts';
import { Notice } from '../../ui/alert.tsx';
import { useNextTime } from '../../ui/dates/next-time.ts';
import { heldBySave, type SavedStates } from './held-by-save.ts';

interface WillHoldProps {
  readonly appId: string;
  readonly states: SavedStates;
  /** The name of a part. */
  readonly partText: (part: string) => string;
}

/** Which open requests a save will hold. Source: SAF-09. */
export function WillHold({ appId, states, partText }: WillHoldProps) {
  const t = useTranslations('changeRequest');
  const time = useNextTime();
  const { data: requests = [] } = useQuery(openRequestsOnQuery(appId, states.id));
  return requests.map((request) => {
    const parts = heldBySave(request, states);
    if (parts.length === 0) return null;
    const { number, author, nextAt, start } = request;
    const words = {
      number: String(number),
      person: author.name,
      time: nextAt === null ? t(`start.${start}`) : time(nextAt),
      part: [...new Set(parts.map(partText))].join(', '),
    };
    return (
      <Notice key={request.id} tone="warning">
        {t('willHold', words)}{' '}
        <Link to={pathTo('changeRequest', { appId, id: request.id })} target="_blank">
          {t('edit.view')}
        </Link>
      </Notice>
    );
  });
}
