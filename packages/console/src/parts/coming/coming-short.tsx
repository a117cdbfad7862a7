import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl/react';
import { pathTo } from '../../base/paths.ts';
import { comingRequestsQuery } from '../../data/change-request-queries.ts';
import { localTimeZone } from '../../ui/local-time-zone.ts';
import styles from './coming.module.css';
import type { ComingProps } from './coming.tsx';
import { useComingText } from './use-coming-text.ts';

/** The next of what is to come for an experiment, in the few words that fit into a narrow column. Source: SAF-71. */
export function ComingShort({ toggle, experimentId }: ComingProps) {
  const t = useTranslations('changeRequest');
  const format = useFormatter();
  const comingText = useComingText(toggle, experimentId);
  const { appId } = toggle;
  const { data: requests = [] } = useQuery(comingRequestsQuery(appId));
  const [first] = requests.flatMap((request) => {
    const text = comingText(request);
    return text === undefined ? [] : [{ ...request, text }];
  });
  if (first?.nextAt == null) return null;
  const { id, number, nextAt, text } = first;
  const timeZone = localTimeZone();
  const day = format.dateTime(new Date(nextAt), { day: 'numeric', month: 'short', timeZone });
  return (
    <span className={styles.short}>
      <Link to={pathTo('changeRequest', { appId, id })} title={text}>
        <span className="visually-hidden">{text}</span>
        <span aria-hidden>{t('comingShort', { day, number: String(number) })}</span>
      </Link>
    </span>
  );
}
