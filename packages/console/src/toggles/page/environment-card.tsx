import type { Environment } from '@comporta/contract/applications/application';
import type { ExperimentSummary } from '@comporta/contract/experiments/experiment-api';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import { shownValue } from '@comporta/messages/shown-value';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { latePart } from '../../base/late-part.ts';
import { pathTo } from '../../base/paths.ts';
import { useCurrentEnvironment } from '../../data/application-queries.ts';
import { environmentStatusQuery } from '../../data/environment-key-queries.ts';
import { useMayEdit } from '../../data/use-may-edit.ts';
import { LateComing } from '../../parts/coming/late-coming.tsx';
import { ResultsBadge } from '../../parts/experiment/results-badge.tsx';
import { OutcomeView, ValueChip } from '../../parts/outcome/outcome-view.tsx';
import { useOutcomeWords } from '../../parts/outcome/outcome-words.ts';
import { EnvironmentDot } from '../../parts/status/environment-dot.tsx';
import { Button } from '../../ui/controls/button.ts';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { type AskedChange, RulesSwitch } from '../list/rules-switch.tsx';
import { TurnOnButton } from '../list/turn-on-button.tsx';
import { CopyRulesDialog } from './copy-rules-dialog.tsx';
import styles from './environment-card.module.css';
import { RulesInWords } from './rules-in-words.tsx';

const DependencyLines = latePart(
  async () => (await import('./dependencies/dependency-lines.tsx')).DependencyLines,
);

interface EnvironmentCardProps {
  readonly toggle: Toggle;
  readonly environment: Environment;
  /** The experiments of the toggle, by environment. */
  readonly experiments: ReadonlyMap<string, ExperimentSummary>;
  readonly onAsk: (asked: AskedChange) => void;
}

/** One environment: what its users get and why, since when, and which toggles depend on it. */
export function EnvironmentCard(props: EnvironmentCardProps) {
  const { toggle, environment, experiments, onAsk } = props;
  const t = useTranslations('toggle.environments');
  const switched = useTranslations('toggle.switch');
  const { sentence } = useOutcomeWords();
  const [isCopying, setCopying] = useState(false);
  const { appId, id: toggleId, defaultValue } = toggle;
  const experiment = experiments.get(environment.id);
  const isActive = experiment?.status === 'ACTIVE';
  const mayEdit = useMayEdit();
  const isReadOnly = !mayEdit(environment.id);
  const mayCopy = useCurrentEnvironment().application?.environments.some(
    ({ id }) => id !== environment.id && mayEdit(id),
  );
  const path = pathTo('experiment', { appId, envId: environment.id, id: experiment?.id ?? 'new' });

  return (
    <li className={styles.card} aria-label={environment.name}>
      <div className={styles.head}>
        <EnvironmentDot environment={environment} />
        <h2>{environment.name}</h2>
        {experiment === undefined ? (
          !isReadOnly && <TurnOnButton {...{ toggle, environment, onAsk }} />
        ) : (
          <span className={styles.switched}>
            {!isReadOnly && switched('title')}
            {!isReadOnly && <RulesSwitch {...{ toggle, environment, experiment, onAsk }} />}
            <span>{switched(isActive ? 'apply' : 'paused')}</span>
          </span>
        )}
      </div>
      {experiment === undefined ? (
        <p>
          {t.rich('everyone', {
            value: () => <ValueChip value={shownValue(defaultValue, toggle.values)} />,
          })}
        </p>
      ) : (
        <>
          <p className={styles.outcome}>
            <OutcomeView toggle={toggle} experiment={experiment} />
          </p>
          <LateComing toggle={toggle} experimentId={experiment.id} />
          <RulesInWords toggle={toggle} experiment={experiment} />
        </>
      )}
      <p className={styles.facts}>
        {experiment !== undefined && (
          <span>
            <TimeAgo at={experiment.lastChanged.at} />{' '}
            {t('by', { name: experiment.lastChanged.by.name })}
          </span>
        )}
        {experiment !== undefined && (
          <ResultsBadge appId={appId} envId={environment.id} id={experiment.id} />
        )}
        <LastRequest appId={appId} envId={environment.id} />
      </p>
      <Suspense>
        <DependencyLines envId={environment.id} {...{ toggle, experiment }} />
      </Suspense>
      <div className={styles.actions}>
        {(experiment !== undefined || !isReadOnly) && (
          <Button
            component={Link}
            to={experiment === undefined ? `${path}?toggleId=${toggleId}` : path}
            variant="default"
            size="compact-sm"
          >
            {experiment === undefined ? t('create') : t(isReadOnly ? 'view' : 'edit')}
            <span className="visually-hidden"> {environment.name}</span>
          </Button>
        )}
        {experiment !== undefined && !isReadOnly && (
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => onAsk({ toggle, environment, experiment, isRollOut: true })}
          >
            {switched('turnOn')}
            <span className="visually-hidden"> {environment.name}</span>
          </Button>
        )}
        {experiment !== undefined && mayCopy && (
          <Button variant="default" size="compact-sm" onClick={() => setCopying(true)}>
            {t('copy')}
            <span className="visually-hidden"> {environment.name}</span>
          </Button>
        )}
      </div>
      {isCopying && experiment !== undefined && (
        <CopyRulesDialog
          toggle={toggle}
          experiment={experiment}
          experiments={experiments}
          sentence={sentence(toggle, experiment)}
          onClose={() => setCopying(false)}
        />
      )}
    </li>
  );
}

/** When systems of the environment last sent a request, for any toggle. */
function LastRequest({ appId, envId }: { readonly appId: string; readonly envId: string }) {
  const t = useTranslations('toggle.environments');
  const { data } = useQuery(environmentStatusQuery(appId, envId));
  if (data === undefined) return null;
  const { lastSeenAt } = data;
  return (
    <span>
      {lastSeenAt === null
        ? t('neverAsked')
        : t.rich('asked', { time: () => <TimeAgo at={lastSeenAt} /> })}
    </span>
  );
}
