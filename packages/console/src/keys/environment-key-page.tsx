import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { Page } from '../base/page.tsx';
import { pathTo } from '../base/paths.ts';
import { applicationQuery } from '../data/application-queries.ts';
import { KeyShownOnce } from '../parts/new-key/key-shown-once.tsx';
import { NextStep } from '../parts/onboarding/next-step.tsx';
import { useIsReadOnly } from '../ui/forms/read-only.ts';
import { Loaded } from '../ui/list/loaded.tsx';
import { ClientKey } from './client-key.tsx';
import { ConnectApp } from './connect-app.tsx';
import styles from './environment-key-page.module.css';
import { LimitedCalls } from './limited-calls.tsx';
import { type MadeKey, ServerKey } from './server-key.tsx';

export function EnvironmentKeyPage() {
  const t = useTranslations('key');
  const { appId = '', envId = '' } = useParams();
  const application = useQuery(applicationQuery(appId));
  const isReadOnly = useIsReadOnly();
  const environment = application.data?.environments.find(({ id }) => id === envId);
  const names = {
    application: application.data?.name ?? '…',
    environment: environment?.name ?? '…',
  };
  return (
    <Page title={t(isReadOnly ? 'titleRead' : 'title', names)} width="editor" help="environments">
      <NextStep />
      <Loaded query={application}>
        {() => (
          <Keys
            key={envId}
            place={{ appId, envId }}
            names={names}
            isFirst={environment?.hasKey === false}
          />
        )}
      </Loaded>
    </Page>
  );
}

interface KeysProps {
  readonly place: { readonly appId: string; readonly envId: string };
  readonly names: { readonly application: string; readonly environment: string };
  /** Whether the environment has no key yet. */
  readonly isFirst: boolean;
}

/** The two keys side by side; a new environment key takes the whole screen until the user has stored it. */
function Keys({ place, names, isFirst }: KeysProps) {
  const navigate = useNavigate();
  // Kept only in this state: the key is gone with the screen.
  const [made, setMade] = useState<MadeKey>();
  if (made !== undefined) {
    return (
      <KeyShownOnce
        keyText={made.key}
        onDone={() => void navigate(pathTo('settings', { appId: place.appId }))}
      >
        <ConnectApp {...place} keyText={made.key} />
      </KeyShownOnce>
    );
  }
  return (
    <div className={styles.request}>
      <LimitedCalls {...place} />
      <div className={styles.keys}>
        <ServerKey place={place} names={names} isFirst={isFirst} onMade={setMade} />
        <ClientKey place={place} environment={names.environment} />
      </div>
    </div>
  );
}
