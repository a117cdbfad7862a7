import type { SignIn } from '@comporta/contract/sessions/sign-in-log';
import { useFormatter, useTranslations } from 'use-intl/react';
import { localTimeZone } from '../../ui/local-time-zone.ts';
import { TimeAgo } from '../../ui/time-ago.tsx';
import styles from './sign-in-list.module.css';

/** The refusals that have words; others are told by their code. */
const EXPLAINED = [
  'WRONG_CREDENTIALS',
  'RATE_LIMITED',
  'WRONG_CODE',
  'CODES_PAUSED',
  'ENCRYPTION_KEY_MISSING',
  'WRONG_PASSKEY',
  'CHALLENGE_EXPIRED',
] as const;

interface SignInRowProps {
  readonly row: SignIn;
  readonly hasName: boolean;
}

export function SignInRow({ row, hasName }: SignInRowProps) {
  const t = useTranslations('signIns');
  const { user, client, network, provider, method } = row;
  const isOpened = row.outcome === 'OPENED';
  const place = `${client || t('unknownClient')} · ${network}`;
  const way = t(`method.${method}`) + (provider === null ? '' : ` (${provider})`);
  return (
    <li className={styles.row}>
      <span>
        {hasName && (
          <>
            <strong title={user.email}>{user.name}</strong>
            {' · '}
          </>
        )}
        <span className={isOpened ? undefined : styles.refused}>
          <Outcome row={row} />
        </span>
      </span>
      <span className={styles.details}>
        {way}
        {' · '}
        {isOpened ? place : t('lastFrom', { place })}
        {' · '}
        {isOpened ? <TimeAgo at={row.at} /> : <Hour at={row.at} />}
      </span>
    </li>
  );
}

function Outcome({ row: { outcome, count } }: Pick<SignInRowProps, 'row'>) {
  const t = useTranslations('signIns');
  if (outcome === 'OPENED') return t('opened');
  const known = EXPLAINED.find((code) => code === outcome);
  return t('refused', { count, why: known === undefined ? outcome : t(`why.${known}`) });
}

/** Refusals that are alike are counted by the hour. */
function Hour({ at }: { readonly at: string }) {
  const t = useTranslations('signIns');
  const format = useFormatter();
  const time = format.dateTime(new Date(at), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: localTimeZone(),
  });
  return <time dateTime={at}>{t('hour', { time })}</time>;
}
