import type { Application } from '@comporta/contract/applications/application';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Link, useParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { Page } from '../base/page.tsx';
import { pathTo } from '../base/paths.ts';
import { TextsOfPolicies } from '../base/texts/texts-of-policies.tsx';
import { applicationQuery } from '../data/application-queries.ts';
import { useSession } from '../data/stored/session.ts';
import { FavouriteButton } from '../parts/favourite/favourite-button.tsx';
import { useFavourites } from '../parts/favourite/use-favourites.ts';
import { Button } from '../ui/controls/button.ts';
import { useIsReadOnly } from '../ui/forms/read-only.ts';
import { Loaded } from '../ui/list/loaded.tsx';
import { FreezeSection } from './changes/freeze-section.tsx';
import { PolicySection } from './changes/policy-section.tsx';
import { DeleteApplication } from './delete-application.tsx';
import { EnvironmentTable } from './environment-table.tsx';
import { NotificationSettings } from './notification-settings.tsx';
import styles from './settings-page.module.css';
import { TransferSection } from './transfer/transfer-section.tsx';

const LifecycleSection = lazy(async () => ({
  default: (await import('./lifecycle/lifecycle-section.tsx')).LifecycleSection,
}));

export function SettingsPage() {
  return (
    <TextsOfPolicies>
      <Settings />
    </TextsOfPolicies>
  );
}

function Settings() {
  const t = useTranslations();
  const { appId = '' } = useParams();
  const isAdmin = useSession()?.is_admin === true;
  const application = useQuery(applicationQuery(appId));
  const isReadOnly = useIsReadOnly();
  const edit = (
    <Button component={Link} variant="default" to={pathTo('application', { appId })}>
      {t('common.edit')}
    </Button>
  );

  return (
    <Page
      title={t('config.title')}
      beside={application.data && <Favourite application={application.data} />}
      actions={isReadOnly ? undefined : edit}
      help="environments"
    >
      <Loaded query={application}>
        {(saved) => (
          <div className={styles.sections}>
            <section>
              <h2>{t('config.environments')}</h2>
              <EnvironmentTable application={saved} />
            </section>
            <PolicySection appId={appId} />
            <FreezeSection appId={appId} environments={saved.environments} />
            {!isReadOnly && (
              <section>
                <h2>{t('app.notifications')}</h2>
                <NotificationSettings application={saved} />
              </section>
            )}
            {/* A node of the previous release knows no such days. */}
            {saved.idleDays && (
              <Suspense>
                <LifecycleSection application={saved} />
              </Suspense>
            )}
            <TransferSection application={saved} />
            {isAdmin && (
              <section>
                <h2>{t('config.dangerZone')}</h2>
                <DeleteApplication application={saved} />
              </section>
            )}
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function Favourite({ application: { id, name } }: { readonly application: Application }) {
  const favourites = useFavourites();
  return (
    <FavouriteButton
      name={name}
      isFavourite={favourites.ids.has(id)}
      onPress={() => favourites.toggle({ type: 'application', id, appId: id })}
    />
  );
}
