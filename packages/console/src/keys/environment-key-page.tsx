import { createEnvironmentKey } from '@comporta/contract/keys/environment-key-api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { problemsOfRefusal } from '../api/problems-of-refusal.ts';
import { applicationQuery } from '../applications/application-queries.ts';
import { Page } from '../base/page.tsx';
import { pathTo } from '../base/paths.ts';
import { Notice } from '../ui/alert.tsx';
import { Loaded } from '../ui/list/loaded.tsx';
import { useTimeAgo } from '../ui/time-ago.tsx';
import { ConnectApp } from './connect-app.tsx';
import styles from './environment-key-page.module.css';
import { environmentStatusQuery, generateEnvironmentKey } from './environment-key-queries.ts';
import { KeyRequestForm } from './key-request-form.tsx';
import { KeyShownOnce } from './key-shown-once.tsx';

export function EnvironmentKeyPage() {
  const t = useTranslations('key');
  const { appId = '', envId = '' } = useParams();
  const application = useQuery(applicationQuery(appId));
  const environment = application.data?.environments.find(({ id }) => id === envId);
  const names = {
    application: application.data?.name ?? '…',
    environment: environment?.name ?? '…',
  };
  return (
    <Page title={t('title', names)} width="form">
      <Loaded query={application}>
        {() => <NewKey key={envId} place={{ appId, envId }} names={names} />}
      </Loaded>
    </Page>
  );
}

interface NewKeyProps {
  readonly place: { readonly appId: string; readonly envId: string };
  readonly names: { readonly application: string; readonly environment: string };
}

function NewKey({ place, names }: NewKeyProps) {
  const t = useTranslations('key');
  const client = useQueryClient();
  const navigate = useNavigate();
  const timeAgo = useTimeAgo();
  // Asked for anew when the key was made: until then this is what the key before was used for.
  const { data: status } = useQuery(environmentStatusQuery(place.appId, place.envId));
  // Nowhere else: it is gone with this screen.
  const [made, setMade] = useState<{ readonly key: string; readonly before: string | null }>();

  if (made !== undefined) {
    return (
      <KeyShownOnce
        keyText={made.key}
        onDone={() => void navigate(pathTo('settings', { appId: place.appId }))}
      >
        <ConnectApp {...place} keyText={made.key} before={made.before} />
      </KeyShownOnce>
    );
  }
  return (
    <div className={styles.request}>
      <Notice tone="warning">
        <strong>
          {names.application} / {names.environment}
        </strong>
        <p>{t('warning')}</p>
        {status?.lastSeenAt && <p>{t('lastUsed', { time: timeAgo(status.lastSeenAt) })}</p>}
      </Notice>
      <KeyRequestForm
        generate={(request) => generateEnvironmentKey(client, place, request)}
        refusal={(error) => problemsOfRefusal(error, [createEnvironmentKey])}
        speak={({ code }) => t(`error.${code}`)}
        onGenerated={(key) => setMade({ key, before: status?.lastSeenAt ?? null })}
      />
    </div>
  );
}
