import { createClientKey } from '@comporta/contract/keys/client-access-api';
import { IconWorld } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { problemsOfRefusal } from '../api/problems-of-refusal.ts';
import {
  clientAccessQuery,
  type EnvironmentPlace,
  generateClientKey,
} from '../data/environment-key-queries.ts';
import { Notice } from '../ui/alert.tsx';
import { Button } from '../ui/controls/button.ts';
import { CopyOnce } from '../ui/copy-once.tsx';
import { useIsReadOnly } from '../ui/forms/read-only.ts';
import { Loaded } from '../ui/list/loaded.tsx';
import { ClientOrigins } from './client-origins.tsx';
import { ConnectPage } from './connect-page.tsx';
import { FormerKey } from './former-key.tsx';
import { KeyCard } from './key-card.tsx';
import { KeyRequestForm } from './key-request-form.tsx';
import { PreviousKeyChoice } from './previous-key-choice.tsx';
import { useKeys } from './use-keys.ts';

interface ClientKeyProps {
  readonly place: EnvironmentPlace;
  readonly environment: string;
}

/** The client key: public, for pages and apps. It can be shown again at any time. */
export function ClientKey({ place, environment }: ClientKeyProps) {
  const t = useTranslations('key');
  const access = useQuery(clientAccessQuery(place.appId, place.envId));
  const isReadOnly = useIsReadOnly();
  const { present, former } = useKeys(place, 'client');
  return (
    <KeyCard kind="client" icon={IconWorld} prefix="cpt_web_…" badge={t('client.public')}>
      <Loaded query={access}>
        {(saved) => (
          <>
            {saved.key === null ? (
              <p>{t('client.none')}</p>
            ) : // Whoever may only read gets it masked.
            isReadOnly ? (
              <code>{saved.key}</code>
            ) : (
              <CopyOnce label={t('client.title')} text={saved.key} />
            )}
            {saved.key !== null && former !== undefined && (
              <FormerKey
                place={place}
                environment={environment}
                former={former}
                present={present}
              />
            )}
            <NewClientKey
              place={place}
              isFirst={saved.key === null}
              hasFormer={former !== undefined}
            />
            {saved.key !== null && !isReadOnly && (
              <>
                <ClientOrigins place={place} saved={saved} />
                <ConnectPage appId={place.appId} keyText={saved.key} />
              </>
            )}
          </>
        )}
      </Loaded>
    </KeyCard>
  );
}

interface NewClientKeyProps {
  readonly place: EnvironmentPlace;
  readonly isFirst: boolean;
  readonly hasFormer: boolean;
}

function NewClientKey({ place, isFirst, hasFormer }: NewClientKeyProps) {
  const t = useTranslations('key');
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const [keepHours, setKeepHours] = useState(0);
  const submit = isFirst ? t('client.generate') : t('client.replace');
  if (useIsReadOnly()) return null;
  if (!isAsking) {
    return (
      <div>
        <Button variant="default" onClick={() => setAsking(true)}>
          {submit}
        </Button>
      </div>
    );
  }
  return (
    <>
      {!isFirst && keepHours === 0 && <Notice tone="warning">{t('client.replaceWarning')}</Notice>}
      <KeyRequestForm
        generate={(request) =>
          generateClientKey(client, place, { ...request, ...(keepHours > 0 && { keepHours }) })
        }
        refusal={(error) => problemsOfRefusal(error, [createClientKey])}
        speak={({ code }) => t(`error.${code}`)}
        onGenerated={() => {
          setAsking(false);
          setKeepHours(0);
        }}
        labels={{ password: t('client.password'), submit }}
      >
        {!isFirst && (
          <PreviousKeyChoice keepHours={keepHours} onChange={setKeepHours} hasFormer={hasFormer} />
        )}
      </KeyRequestForm>
    </>
  );
}
