import type { Toggle } from '@comporta/contract/toggles/toggle';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../../base/paths.ts';
import { comingRequestsQuery } from '../../data/change-request-queries.ts';
import { useNextTime } from '../../ui/dates/next-time.ts';
import { useOutcomeWords } from '../outcome/outcome-words.ts';
import styles from './coming.module.css';

export interface ComingProps {
  readonly toggle: Toggle;
  /** The id of its experiment in an environment. */
  readonly experimentId: string;
}

/** What the next steps of change requests make of an experiment: "next enabled 100% on 6 Mar (#12)". Source: SAF-71. */
export function Coming({ toggle, experimentId }: ComingProps) {
  const t = useTranslations('changeRequest');
  const time = useNextTime();
  const { sentence } = useOutcomeWords();
  const { appId } = toggle;
  const { data: requests = [] } = useQuery(comingRequestsQuery(appId));
  return requests.flatMap(({ id, number, nextAt, next }) => {
    const edit = next.find((one) => one.id === experimentId);
    if (edit === undefined || nextAt === null) return [];
    const { outcome, status } = edit;
    const words = sentence(toggle, outcome && status ? { outcome, status } : undefined);
    return (
      <p key={id} className={styles.coming}>
        <Link to={pathTo('changeRequest', { appId, id })}>
          {t('comingNext', { next: words, time: time(nextAt), number: String(number) })}
        </Link>
      </p>
    );
  });
}
