import { isProduction } from '@comporta/contract/applications/production';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import type { Usage } from '@comporta/contract/usage';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { pathTo } from '../../base/paths.ts';
import { useCurrentEnvironment } from '../../data/application-queries.ts';
import { experimentSummariesQuery } from '../../data/experiment-queries.ts';
import { OutcomeView } from '../../parts/outcome/outcome-view.tsx';
import { EnvironmentDot } from '../../parts/status/environment-dot.tsx';
import styles from './toggle-question.module.css';

interface OwnExperimentsProps {
  readonly toggle: Toggle;
  readonly uses: readonly Usage[];
  /** Closes the dialog around the list when a link is followed. */
  readonly onFollow: () => void;
}

/** The environments in which a toggle has an experiment, production-like ones first, and what their users get. */
export function OwnExperiments({ toggle, uses, onFollow }: OwnExperimentsProps) {
  const { appId } = toggle;
  const { data: summaries = [] } = useQuery(experimentSummariesQuery(appId));
  const environments = useCurrentEnvironment().application?.environments ?? [];
  const ordered = environments.toSorted(
    (one, other) => Number(isProduction(other)) - Number(isProduction(one)),
  );
  return (
    <ul className={styles.experiments}>
      {ordered.map((environment) => {
        const use = uses.find(({ envId }) => envId === environment.id);
        if (use === undefined) return null;
        const { id } = use;
        const summary = summaries.find((one) => one.id === id);
        return (
          <li key={id}>
            <EnvironmentDot environment={environment} />
            <Link
              to={pathTo('experiment', { appId, envId: environment.id, id })}
              onClick={onFollow}
            >
              {environment.name}
            </Link>
            {summary !== undefined && (
              <span>
                <OutcomeView toggle={toggle} experiment={summary} />
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
