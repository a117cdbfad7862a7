import type { Environment } from '@comporta/contract/applications/application';
import type { ExperimentSummary } from '@comporta/contract/experiments/experiment-api';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../../base/paths.ts';
import { useMayEdit } from '../../data/use-may-edit.ts';
import { LateComing } from '../../parts/coming/late-coming.tsx';
import { OutcomeView } from '../../parts/outcome/outcome-view.tsx';
import { useOutcomeWords } from '../../parts/outcome/outcome-words.ts';
import { ListLink } from '../../ui/list/list-link.tsx';
import { useTimeAgoOf } from '../../ui/time-ago.tsx';
import styles from './outcome-cell.module.css';
import { RulesSwitch, type SwitchedRules } from './rules-switch.tsx';
import { TurnOnButton } from './turn-on-button.tsx';

/** Keeps what is on both sides of it in one line. */
const WORD_JOINER = '\u2060';

interface OutcomeCellProps {
  readonly toggle: Toggle;
  readonly environment: Environment;
  readonly experiment: ExperimentSummary | undefined;
  /** Given for the chosen environment, which has the switch. */
  readonly onAsk?: ((rules: SwitchedRules) => void) | undefined;
}

/** What users of one environment get from a toggle; links to its experiment, or to a new one. */
export function OutcomeCell({ experiment, ...cell }: OutcomeCellProps) {
  const t = useTranslations('toggle');
  const { toggle, environment, onAsk } = cell;
  const { appId, id: toggleId, name } = toggle;
  const mayEdit = useMayEdit()(environment.id);
  if (experiment === undefined) {
    if (!mayEdit) return <span className={styles.none} />;
    if (onAsk !== undefined) return <TurnOnButton {...{ toggle, environment, onAsk }} />;
    const path = pathTo('experiment', { appId, envId: environment.id, id: 'new' });
    return (
      <ListLink
        className={styles.none}
        href={`${path}?toggleId=${toggleId}`}
        aria-label={t('list.createExperiment', { toggle: name, environment: environment.name })}
      />
    );
  }
  const outcome = <Outcome {...cell} experiment={experiment} onAsk={mayEdit ? onAsk : undefined} />;
  if (onAsk === undefined) return outcome;
  return (
    <>
      {outcome}
      <LateComing isNarrow toggle={toggle} experimentId={experiment.id} />
    </>
  );
}

interface OutcomeProps extends OutcomeCellProps {
  readonly experiment: ExperimentSummary;
}

function Outcome({ toggle, environment, experiment, onAsk }: OutcomeProps) {
  const t = useTranslations('toggle');
  const { sentence } = useOutcomeWords();
  const { appId } = toggle;
  const { at, by } = experiment.lastChanged;
  const time = useTimeAgoOf(at);
  const label = t('list.openExperiment', {
    toggle: toggle.name,
    environment: environment.name,
    outcome: sentence(toggle, experiment),
    time,
    name: by.name,
  });
  const isPaused = experiment.status !== 'ACTIVE';
  const link = (
    <ListLink
      className={onAsk === undefined ? styles.outcome : `${styles.outcome} ${styles.beside}`}
      href={pathTo('experiment', { appId, envId: environment.id, id: experiment.id })}
      title={label}
      data-paused={isPaused || undefined}
    >
      {/* Screen readers get a sentence in place of the few words that fit. */}
      <span className="visually-hidden">{label}</span>
      <span aria-hidden className={styles.words}>
        <OutcomeView toggle={toggle} experiment={experiment} />
      </span>
    </ListLink>
  );
  if (onAsk === undefined) return link;
  return (
    <>
      <RulesSwitch {...{ toggle, environment, experiment, onAsk }} />
      {WORD_JOINER}
      {link}
    </>
  );
}
