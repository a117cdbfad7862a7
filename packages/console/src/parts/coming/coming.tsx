import type { Toggle } from '@comporta/contract/toggles/toggle';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { pathTo } from '../../base/paths.ts';
import { comingRequestsQuery } from '../../data/change-request-queries.ts';
import styles from './coming.module.css';
import { useComingText } from './use-coming-text.ts';

export interface ComingProps {
  readonly toggle: Toggle;
  /** The id of its experiment in an environment. */
  readonly experimentId: string;
}

/** What the next steps of change requests make of an experiment: "next enabled 100% on 6 Mar (#12)". Source: SAF-71. */
export function Coming({ toggle, experimentId }: ComingProps) {
  const comingText = useComingText(toggle, experimentId);
  const { appId } = toggle;
  const { data: requests = [] } = useQuery(comingRequestsQuery(appId));
  return requests.map((request) => {
    const text = comingText(request);
    return (
      text !== undefined && (
        <p key={request.id} className={styles.coming}>
          <Link to={pathTo('changeRequest', { appId, id: request.id })}>{text}</Link>
        </p>
      )
    );
  });
}
