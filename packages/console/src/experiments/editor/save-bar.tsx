import { useTranslations } from 'use-intl/react';
import { OtherwiseButton } from '../../parts/apply/otherwise-button.tsx';
import { Button } from '../../ui/controls/button.ts';
import joined from '../../ui/controls/joined.module.css';
import { useCommandKey } from '../../ui/use-command-key.ts';
import styles from './save-bar.module.css';

interface SaveBarProps {
  readonly saveLabel: string;
  /** The number of changes to save; undefined for an experiment that is not created yet. */
  readonly changes: number | undefined;
  readonly isChanged: boolean;
  readonly isBusy: boolean;
  /** Absent while there are no rules to test. */
  readonly onTest: (() => void) | undefined;
  readonly onShowChanges: () => void;
  readonly onReset: () => void;
  readonly onSave: () => void;
  /** Absent while there is nothing that could be applied in another way. */
  readonly onSaveOtherwise: (() => void) | undefined;
}

/** Shows the number of changes, with reset and save. It stays in view while there are unsaved changes. */
export function SaveBar(props: SaveBarProps) {
  const { saveLabel, changes, isChanged, isBusy, onTest, onShowChanges, onReset } = props;
  const { onSave, onSaveOtherwise } = props;
  const t = useTranslations();

  useCommandKey('s', onSave);

  return (
    <div className={styles.bar} data-stays data-changed={isChanged || undefined}>
      {isChanged && changes !== undefined && (
        <Button variant="default" onClick={onShowChanges}>
          {t('experiment.changes.count', { count: changes })}
        </Button>
      )}
      <span role="status" className={styles.status}>
        {isChanged && changes === undefined && t('common.unsaved')}
      </span>
      {isChanged && (
        <Button variant="default" disabled={isBusy} onClick={onReset}>
          {t('common.reset')}
        </Button>
      )}
      {onTest !== undefined && (
        <Button variant="default" className={styles.test} onClick={onTest}>
          {t('experiment.test')}
        </Button>
      )}
      <span className={`${joined.joined} ${styles.save}`}>
        <Button loading={isBusy} onClick={onSave}>
          {saveLabel}
        </Button>
        {onSaveOtherwise !== undefined && (
          <OtherwiseButton
            label={t('experiment.saveOtherwise')}
            isBusy={isBusy}
            onPress={onSaveOtherwise}
          />
        )}
      </span>
    </div>
  );
}
