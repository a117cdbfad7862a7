import { createEnvironmentKey } from '@comporta/contract/keys/environment-key-api';
import { IconServer } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { problemsOfRefusal } from '../api/problems-of-refusal.ts';
import { environmentStatusQuery, generateEnvironmentKey } from '../data/environment-key-queries.ts';
import { Notice } from '../ui/alert.tsx';
import { useIsReadOnly } from '../ui/forms/read-only.ts';
import { useTimeAgo } from '../ui/time-ago.tsx';
import { FormerKey } from './former-key.tsx';
import { KeyCard } from './key-card.tsx';
import { KeyRequestForm } from './key-request-form.tsx';
import { PreviousKeyChoice } from './previous-key-choice.tsx';
import { useKeys } from './use-keys.ts';

export interface MadeKey {
  readonly key: string;
}

interface ServerKeyProps {
  readonly place: { readonly appId: string; readonly envId: string };
  readonly names: { readonly application: string; readonly environment: string };
  /** Whether there is no former key that would stop working. */
  readonly isFirst: boolean;
  readonly onMade: (made: MadeKey) => void;
}

/** The key of the environment: secret, for servers. */
export function ServerKey({ place, names, isFirst, onMade }: ServerKeyProps) {
  const t = useTranslations('key');
  const client = useQueryClient();
  const timeAgo = useTimeAgo();
  // Fetched again when the key is made; until then it describes the use of the former key.
  const { data: status } = useQuery({
    ...environmentStatusQuery(place.appId, place.envId),
    meta: {}, // The page of an environment that does not exist leads to /not-found.
  });
  const { present, former } = useKeys(place, 'server');
  const isReadOnly = useIsReadOnly();
  const [keepHours, setKeepHours] = useState(0);
  const lastUse = present !== undefined && !isFirst && (
    <p>
      {present.seenAt === null ? t('neverUsed') : t('lastUsed', { time: timeAgo(present.seenAt) })}{' '}
      {t('unseenAtEdges')}
    </p>
  );
  return (
    <KeyCard kind="server" icon={IconServer} prefix="cpt_env_…" badge={t('server.secret')}>
      {status?.seenInPageAt && (
        <Notice tone="warning">
          {t('server.seenInPage', { time: timeAgo(status.seenInPageAt) })}
        </Notice>
      )}
      {former !== undefined && (
        <FormerKey
          place={place}
          environment={names.environment}
          former={former}
          present={present}
        />
      )}
      {!isFirst && keepHours === 0 && !isReadOnly && (
        <Notice tone="warning">
          <strong>
            {names.application} / {names.environment}
          </strong>
          <p>{t('warning')}</p>
          <p>{t('warningRunning')}</p>
          {lastUse}
        </Notice>
      )}
      {(keepHours > 0 || isReadOnly) && lastUse}
      {!isReadOnly && (
        <KeyRequestForm
          generate={(request) =>
            generateEnvironmentKey(client, place, {
              ...request,
              ...(keepHours > 0 && { keepHours }),
            })
          }
          refusal={(error) => problemsOfRefusal(error, [createEnvironmentKey])}
          speak={({ code }) => t(`error.${code}`)}
          onGenerated={(key) => onMade({ key })}
        >
          {!isFirst && (
            <PreviousKeyChoice
              keepHours={keepHours}
              onChange={setKeepHours}
              hasFormer={former !== undefined}
            />
          )}
        </KeyRequestForm>
      )}
    </KeyCard>
  );
}
