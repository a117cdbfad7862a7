import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { type EnvironmentRef, experimentsQuery } from '../data/experiment-queries.ts';
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx';
import styles from './remove-environment-dialog.module.css';

interface RemoveEnvironmentDialogProps {
  readonly place: EnvironmentRef;
  readonly name: string;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Says what is lost with a saved environment, and asks for its name before the removal. */
export function RemoveEnvironmentDialog(props: RemoveEnvironmentDialogProps) {
  const { place, name, onConfirm, onCancel } = props;
  const t = useTranslations('app.environment');
  const { data: experiments } = useQuery(experimentsQuery(place));
  return (
    <ConfirmDialog
      title={t('removeTitle')}
      verb={t('removeTitle')}
      nameToType={name}
      isBusy={false}
      onConfirm={onConfirm}
      onCancel={onCancel}
      text={
        <>
          <p>
            {t('removeConfirm', { name })} {t('removeOnSave')}
          </p>
          {experiments !== undefined && <p>{t('lost', { count: experiments.length })}</p>}
          {experiments !== undefined && experiments.length > 0 && (
            <ul className={styles.experiments}>
              {experiments.map(({ id, toggleName }) => (
                <li key={id}>{toggleName}</li>
              ))}
            </ul>
          )}
        </>
      }
    />
  );
}
