import { ORDER, ruleIdOf, SALT } from '@comporta/contract/change-requests/parts-of';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../../base/paths.ts';
import { openRequestsOnQuery } from '../../data/change-request-queries.ts';
import { Notice } from '../../ui/alert.tsx';
import { useNextTime } from '../../ui/dates/next-time.ts';
import { draftBody } from './draft-body.ts';
import { heldBySave } from './held-by-save.ts';
import type { WillHoldProps } from './will-hold-props.ts';

/** Which open requests a save of these edits will hold. Source: SAF-09. */
export function WillHold({ experiment, saved, form }: WillHoldProps) {
  const t = useTranslations('changeRequest');
  const time = useNextTime();
  const { appId, id } = experiment;
  const { data: requests = [] } = useQuery(openRequestsOnQuery(appId, id));
  const { status, salt, rules } = experiment;
  const present = { status, salt, rules };
  const draft = draftBody(experiment, saved, form);

  function partText(part: string): string {
    if (part === ORDER) return t('conflict.order');
    if (part === SALT) return t('conflict.salt');
    const ruleId = ruleIdOf(part);
    const place = saved.rules.findIndex((rule) => rule.id === ruleId);
    return place === -1 ? t('conflict.rules') : t('conflict.rule', { number: String(place + 1) });
  }

  return requests.map((request) => {
    const parts = heldBySave(request, { id, present, draft });
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
