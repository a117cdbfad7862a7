import type { Experiment } from '@comporta/contract/experiments/experiment';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../base/paths.ts';
import { Button } from '../ui/controls/button.ts';
import { Dialog } from '../ui/dialogs/dialog.tsx';
import styles from './pause-warning.module.css';

interface PauseWarningProps {
  readonly experiment: Experiment;
  /** The value that the toggle returns while the experiment is paused. */
  readonly value: string;
  readonly dependents: readonly Experiment[];
  readonly onPause: () => void;
  readonly onClose: () => void;
}

/** Warns before a pause when other experiments depend on the toggle. */
export function PauseWarning(props: PauseWarningProps) {
  const { experiment, value, dependents, onPause, onClose } = props;
  const t = useTranslations('experiment.pauseWarning');
  const common = useTranslations('common');
  const toggle = experiment.toggleName;
  return (
    <Dialog
      title={t('title', { toggle })}
      role="alertdialog"
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose} data-autofocus>
            {common('cancel')}
          </Button>
          <Button color="danger" onClick={onPause}>
            {t('confirm')}
          </Button>
        </>
      }
    >
      <p>{t('text', { toggle, value })}</p>
      <ul className={styles.dependents}>
        {dependents.map(({ appId, envId, id, toggleName }) => (
          <li key={id}>
            <Link to={pathTo('experiment', { appId, envId, id })}>{toggleName}</Link>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
