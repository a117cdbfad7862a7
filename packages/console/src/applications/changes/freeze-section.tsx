import type { Environment } from '@comporta/contract/applications/application';
import type { Freeze } from '@comporta/contract/freezes/freeze';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { freezesQuery } from '../../data/freeze-queries.ts';
import { useSession } from '../../data/stored/session.ts';
import { Button } from '../../ui/controls/button.ts';
import type { freezeState } from './freeze-form.ts';
import { FreezeRow } from './freeze-row.tsx';
import styles from './settings-rows.module.css';
import { useFreezeEnding } from './use-freeze-ending.tsx';

const FreezeDialog = lazy(async () => ({
  default: (await import('./freeze-dialog.tsx')).FreezeDialog,
}));

interface FreezeSectionProps {
  readonly appId: string;
  readonly environments: readonly Pick<Environment, 'id' | 'name'>[];
}

interface Edited {
  /** Undefined for a new one. */
  readonly freeze: Freeze | undefined;
}

/** The times in which nothing may change. Those who cannot make one see them only where there are some. */
export function FreezeSection({ appId, environments }: FreezeSectionProps) {
  const t = useTranslations();
  const isAdmin = useSession()?.is_admin === true;
  const { data: freezes } = useQuery(freezesQuery(appId));
  const [edited, setEdited] = useState<Edited>();
  const ending = useFreezeEnding(appId);
  if (freezes === undefined || (!isAdmin && freezes.length === 0)) return null;

  function actionsOn(freeze: Freeze, state: ReturnType<typeof freezeState>) {
    const { name } = freeze;
    return (
      <>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`${t('common.edit')} ${name}`}
          onClick={() => setEdited({ freeze })}
        >
          {t('common.edit')}
        </Button>
        {state === 'NOW' ? (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('freeze.endOf', { name })}
            onClick={() => ending.askToEnd(freeze)}
          >
            {t('freeze.end')}
          </Button>
        ) : (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`${t('common.delete')} ${name}`}
            onClick={() => ending.askToDelete(freeze)}
          >
            {t('common.delete')}
          </Button>
        )}
      </>
    );
  }

  return (
    <section>
      <h2>{t('freeze.title')}</h2>
      <p>{t('freeze.intro')}</p>
      {freezes.length === 0 ? (
        <p className={styles.none}>{t('freeze.none')}</p>
      ) : (
        <ul className={styles.rows} aria-label={t('freeze.title')}>
          {freezes.map((freeze) => (
            <FreezeRow
              key={freeze.id}
              {...{ freeze, environments }}
              actions={isAdmin ? (state) => actionsOn(freeze, state) : undefined}
            />
          ))}
        </ul>
      )}
      {isAdmin && (
        <Button mt={12} variant="default" onClick={() => setEdited({ freeze: undefined })}>
          {t('freeze.new')}
        </Button>
      )}
      {edited !== undefined && (
        <Suspense>
          <FreezeDialog
            {...{ appId, environments, ...edited }}
            onClose={() => setEdited(undefined)}
          />
        </Suspense>
      )}
      {ending.dialogs}
    </section>
  );
}
