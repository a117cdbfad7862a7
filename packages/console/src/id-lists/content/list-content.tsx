import type { IdList } from '@comporta/contract/id-lists/id-list';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../../base/paths.ts';
import { Button } from '../../ui/controls/button.ts';
import { useIsReadOnly } from '../../ui/forms/read-only.ts';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { CheckId } from './check-id.tsx';
import styles from './list-content.module.css';

const UploadDialog = lazy(async () => ({
  default: (await import('./upload-dialog.tsx')).UploadDialog,
}));
const IdsDialog = lazy(async () => ({ default: (await import('./ids-dialog.tsx')).IdsDialog }));

type Opened = 'upload' | 'ids';

/** How many ids a list has, and all that can be done with them: they cannot be shown. */
export function ListContent({ list }: { readonly list: IdList }) {
  const t = useTranslations('idList');
  const isReadOnly = useIsReadOnly();
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const { appId, id, count, contentSavedAt } = list;
  return (
    <section className={styles.content} aria-label={t('ids')}>
      <p className={styles.facts}>
        <strong>{t('count', { count })}</strong>
        {contentSavedAt !== null && <TimeAgo at={contentSavedAt} />}
        <Link to={`${pathTo('targetGroup', { appId, id: 'new' })}?list=${id}`}>
          {t('groupFrom')}
        </Link>
      </p>
      {!isReadOnly && (
        <div className={styles.actions}>
          <Button variant="default" onClick={() => setOpened('upload')}>
            {t('upload')}
          </Button>
          <Button variant="default" onClick={() => setOpened('ids')}>
            {t('addOrRemove')}
          </Button>
        </div>
      )}
      {!isReadOnly && <CheckId list={list} />}
      <p className={styles.note}>{t('hashes')}</p>
      <Suspense>
        {opened === 'upload' && <UploadDialog list={list} onClose={close} />}
        {opened === 'ids' && <IdsDialog list={list} onClose={close} />}
      </Suspense>
    </section>
  );
}
