import {
  connectIdentity,
  disconnectIdentity,
  type OwnProvider,
  startOwnSignOn,
} from '@comporta/contract/identity/identity-api';
import { SIGN_ON_CODES } from '@comporta/contract/identity/sign-on';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { refusalOf } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { leaveForProvider, maySignOn, takeLandedSignOn } from '../base/begun-sign-on.ts';
import { pathTo } from '../base/paths.ts';
import { TextsOfSignOn } from '../base/texts/texts-of-sign-on.tsx';
import { ownProvidersQuery } from '../data/own-provider-queries.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/controls/button.ts';
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx';
import { toast } from '../ui/toast-store.ts';
import styles from './single-sign-on.module.css';

/** The providers of the company, and which of them open one's own user. Nothing where the company has none. */
export function SingleSignOn() {
  const { data = [] } = useQuery(ownProvidersQuery);
  if (data.length === 0) return null;
  return (
    <TextsOfSignOn>
      <Connections providers={data} />
    </TextsOfSignOn>
  );
}

function Connections({ providers }: { readonly providers: readonly OwnProvider[] }) {
  const t = useTranslations('signOn.own');
  const errors = useTranslations('signOn');
  const format = useFormatter();
  const client = useQueryClient();
  const [landed] = useState(() => takeLandedSignOn('LINK'));
  const isUsed = useRef(false);
  const [failure, setFailure] = useState<string | undefined>(landed?.error ?? undefined);
  const [leaving, setLeaving] = useState<string>();
  const [asked, setAsked] = useState<OwnProvider>();

  useEffect(() => {
    // The ticket works once.
    if (landed?.ticket == null || isUsed.current) return;
    isUsed.current = true;
    const { ticket, verifier } = landed;
    call(connectIdentity, { body: { ticket, verifier } }).then(
      () => {
        toast({ text: t('connected') });
        void client.invalidateQueries(ownProvidersQuery);
      },
      (error: unknown) => setFailure(refusalOf(connectIdentity, error) ?? 'ERROR'),
    );
  }, [landed, client, t]);

  async function connect({ id }: OwnProvider) {
    setLeaving(id);
    try {
      await leaveForProvider({
        purpose: 'LINK',
        providerId: id,
        again: pathTo('profile'),
        ask: (verifierHash) =>
          call(startOwnSignOn, { body: { providerId: id, purpose: 'LINK', verifierHash } }),
      });
    } catch (error) {
      setLeaving(undefined);
      setFailure(refusalOf(startOwnSignOn, error) ?? 'ERROR');
    }
  }

  async function disconnect({ id }: OwnProvider) {
    setAsked(undefined);
    try {
      await call(disconnectIdentity, { params: { id } });
      toast({ text: t('disconnected') });
    } catch (error) {
      setFailure(refusalOf(disconnectIdentity, error) ?? 'ERROR');
    }
    await client.invalidateQueries(ownProvidersQuery);
  }

  function inWords(code: string): string {
    if (code === 'ALREADY_LINKED' || code === 'LAST_WAY_IN') return t(`error.${code}`);
    const known = SIGN_ON_CODES.find((one) => one === code) ?? 'ERROR';
    return errors(`error.${known}`, {
      provider: errors('yourProvider'),
      company: '',
      request: '',
      email: '',
    });
  }

  return (
    <section aria-labelledby="single-sign-on" className={styles.part}>
      <h3 id="single-sign-on">{t('title')}</h3>
      {failure !== undefined && <Alert>{inWords(failure)}</Alert>}
      <ul className={styles.list}>
        {providers.map((provider) => (
          <li key={provider.id}>
            <span className={styles.name}>
              <b>{provider.name}</b>
              <span>
                {provider.identity === null
                  ? t('none')
                  : t('since', {
                      date: format.dateTime(new Date(provider.identity.createdAt), {
                        dateStyle: 'medium',
                      }),
                    })}
              </span>
            </span>
            {provider.identity === null ? (
              <Button
                variant="default"
                loading={leaving === provider.id}
                disabled={!maySignOn()}
                onClick={() => void connect(provider)}
              >
                {t('connect')}
              </Button>
            ) : (
              <Button variant="default" onClick={() => setAsked(provider)}>
                {t('disconnect')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {asked !== undefined && (
        <ConfirmDialog
          title={t('disconnectTitle')}
          text={t('disconnectText', { provider: asked.name })}
          verb={t('disconnectYes')}
          isBusy={false}
          onConfirm={() => void disconnect(asked)}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </section>
  );
}
