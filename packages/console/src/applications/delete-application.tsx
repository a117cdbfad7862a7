import type { Application } from '@comporta/contract/applications/application';
import { deleteApplication } from '@comporta/contract/applications/application-api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../base/paths.ts';
import { forgetApplications, removeApplication } from '../data/application-queries.ts';
import { experimentSummariesQuery } from '../data/experiment-queries.ts';
import { togglesQuery } from '../data/toggle-queries.ts';
import { Button } from '../ui/controls/button.ts';
import { useEntityDeletion } from '../ui/dialogs/use-entity-deletion.ts';
import styles from './delete-application.module.css';

/** The danger zone: deletes the application after the user typed its name. */
export function DeleteApplication({ application }: { readonly application: Application }) {
  const t = useTranslations();
  const { name } = application;
  const deletion = useApplicationDeletion(application);
  return (
    <div className={styles.danger}>
      <p>{t('config.deleteText', { name })}</p>
      <Button variant="danger" onClick={() => deletion.ask(application)}>
        {t('config.deleteApplication')}
      </Button>
      {deletion.dialogs}
    </div>
  );
}

function useApplicationDeletion({ id: appId, environments }: Application) {
  const t = useTranslations('app');
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data: toggles } = useQuery(togglesQuery(appId));
  const { data: experiments } = useQuery(experimentSummariesQuery(appId));

  function whatIsLost(name: string): string {
    if (toggles === undefined || experiments === undefined) {
      return t('delete.confirmUncounted', { name });
    }
    return t('delete.confirm', {
      name,
      toggles: toggles.length,
      experiments: experiments.length,
      environments: environments.length,
    });
  }

  return useEntityDeletion<Application, typeof deleteApplication>({
    endpoint: deleteApplication,
    title: t('delete.title'),
    confirm: ({ name }) => whatIsLost(name),
    nameToType: ({ name }) => name,
    success: t('delete.success'),
    refused: (code) => t(`error.${code}`),
    remove: removeApplication,
    onClosed: (kind) => {
      if (kind === 'success') void navigate(pathTo('dashboard'));
      void forgetApplications(client);
    },
  });
}
