import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { CopyOnce } from '../ui/copy-once.tsx';
import styles from './added-user.module.css';
import { addedUserQuery } from './user-queries.ts';

/** The link of the user just added, for the administrator to hand over: this service sends no e-mail. */
export function AddedUser() {
  const t = useTranslations('user');
  const client = useQueryClient();
  const { data: added } = useQuery(addedUserQuery);
  if (added?.passwordLink === undefined) return null;
  const { name, passwordLink } = added;
  return (
    <section className={styles.added}>
      <h2>{t('link.title')}</h2>
      <p>{t('link.text', { name })}</p>
      <CopyOnce label={t('link.label')} text={passwordLink} />
      <div>
        <Button
          variant="default"
          onClick={() => void client.resetQueries({ queryKey: addedUserQuery.queryKey })}
        >
          {t('link.dismiss')}
        </Button>
      </div>
    </section>
  );
}
