import type { OwnSession } from '@comporta/contract/sessions/own-session-api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl/react';
import { endOthers, endSession, ownSessionsQuery } from '../data/own-session-queries.ts';
import { Button } from '../ui/controls/button.ts';
import { useTask } from '../ui/forms/use-task.ts';
import { Loaded } from '../ui/list/loaded.tsx';
import { localTimeZone } from '../ui/local-time-zone.ts';
import { TimeAgo } from '../ui/time-ago.tsx';
import { toast } from '../ui/toast-store.ts';
import styles from './own-sessions.module.css';

/** The sessions of the user, with the buttons to end other sessions. */
export function OwnSessions() {
  const t = useTranslations('user.sessions');
  const sessions = useQuery(ownSessionsQuery);
  const { isBusy, end } = useEnding();
  return (
    <section aria-labelledby="own-sessions" className={styles.sessions}>
      <h3 id="own-sessions">{t('title')}</h3>
      <p>{t('text')}</p>
      <Loaded query={sessions} rows={1}>
        {(rows) => (
          <>
            <ul className={styles.list}>
              {rows.map((session, index) => (
                <Session
                  key={session.id}
                  session={session}
                  number={index + 1}
                  isBusy={isBusy}
                  onEnd={() => void end((client) => endSession(client, session.id))}
                />
              ))}
            </ul>
            {rows.length > 1 && (
              <Button variant="default" loading={isBusy} onClick={() => void end(endOthers)}>
                {t('endOthers')}
              </Button>
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}

interface SessionProps {
  readonly session: OwnSession;
  readonly number: number;
  readonly isBusy: boolean;
  readonly onEnd: () => void;
}

function Session({ session, number, isBusy, onEnd }: SessionProps) {
  const t = useTranslations('user.sessions');
  const { createdAt, expiresAt, lastUsedAt, current: isOwn } = session;
  return (
    <li className={styles.session}>
      <span className={styles.what}>
        <Origin session={session} />
        <span className={styles.own}>
          {t('since')} <TimeAgo at={createdAt} />
          {lastUsedAt != null && <LastUse at={lastUsedAt} />}
          <End at={expiresAt} />
        </span>
      </span>
      {isOwn ? (
        <span className={styles.own}>{t('current')}</span>
      ) : (
        <Button
          size="compact-sm"
          variant="default"
          disabled={isBusy}
          aria-label={t('endNumber', { number })}
          onClick={onEnd}
        >
          {t('end')}
        </Button>
      )}
    </li>
  );
}

/** A service before 0.3.0 does not tell where a session came from, nor does its session. */
function Origin({ session: { client, network, method } }: Pick<SessionProps, 'session'>) {
  const t = useTranslations('signIns');
  if (!network || method === undefined) return null;
  return <span>{[client || t('unknownClient'), network, t(`method.${method}`)].join(' · ')}</span>;
}

function LastUse({ at }: { readonly at: string }) {
  const t = useTranslations('security.session');
  return <> · {t.rich('lastUsed', { when: () => <TimeAgo at={at} /> })}</>;
}

function End({ at }: { readonly at: string }) {
  const t = useTranslations('security.session');
  const format = useFormatter();
  const time = format.dateTime(new Date(at), { timeStyle: 'short', timeZone: localTimeZone() });
  return <> · {t('ends', { time })}</>;
}

function useEnding() {
  const t = useTranslations('user.sessions');
  const client = useQueryClient();
  const { isBusy, run } = useTask({ toasts: true });

  const end = (work: (of: typeof client) => Promise<void>) =>
    run(async () => {
      await work(client);
      toast({ text: t('ended') });
    });

  return { isBusy, end };
}
