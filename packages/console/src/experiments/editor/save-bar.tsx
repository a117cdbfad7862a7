import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl/react';
import { useCommandKey } from '../../ui/use-command-key.ts';
import styles from './save-bar.module.css';

interface SaveBarProps {
  readonly saveLabel: string;
  /** How many there are to save; undefined for an experiment that is yet to be created. */
  readonly changes: number | undefined;
  readonly isChanged: boolean;
  readonly isBusy: boolean;
  readonly onShowChanges: () => void;
  readonly onReset: () => void;
  readonly onSave: () => void;
}

/** Save, reset, and what there is to save. Stays in sight while something is not saved. */
export function SaveBar(props: SaveBarProps) {
  const { saveLabel, changes, isChanged, isBusy, onShowChanges, onReset, onSave } = props;
  const t = useTranslations();

  useCommandKey('s', onSave);

  return (
    <div className={styles.bar} data-changed={isChanged || undefined}>
      <Button loading={isBusy} onClick={onSave}>
        {saveLabel}
      </Button>
      <Button variant="default" disabled={!isChanged || isBusy} onClick={onReset}>
        {t('common.reset')}
      </Button>
      <span role="status" className={styles.status}>
        {isChanged && changes === undefined && t('common.unsaved')}
      </span>
      {isChanged && changes !== undefined && (
        <Button
          className={styles.changes}
          variant="default"
          size="compact-md"
          onClick={onShowChanges}
        >
          {t('experiment.changes.count', { count: changes })}
        </Button>
      )}
    </div>
  );
}
