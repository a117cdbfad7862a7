import { startOwnSignOn } from '@comporta/contract/identity/identity-api';
import type { Provider } from '@comporta/contract/identity/provider';
import { testProvider } from '@comporta/contract/identity/provider-api';
import type { ProviderTest } from '@comporta/contract/identity/provider-test';
import { SIGN_ON_CODES } from '@comporta/contract/identity/sign-on';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { refusalOf } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { leaveForProvider, maySignOn, takeLandedSignOn } from '../../base/begun-sign-on.ts';
import { pathTo } from '../../base/paths.ts';
import { forgetProviders } from '../../data/provider-queries.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/controls/button.ts';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { TestReport } from './test-report.tsx';
import styles from './test-sign-in.module.css';

/** Begins a test, and shows what the last one on this page has shown. Source: IDN-19. */
export function TestSignIn({ provider }: { readonly provider: Provider }) {
  const t = useTranslations('provider');
  const errors = useTranslations('signOn');
  const client = useQueryClient();
  const [landed] = useState(() => takeLandedSignOn('TEST'));
  const isUsed = useRef(false);
  const [report, setReport] = useState<ProviderTest>();
  const [failure, setFailure] = useState<string | null>(landed?.error ?? null);
  const [isLeaving, setLeaving] = useState(false);
  const { id, name, testedAt, groupsAt } = provider;

  useEffect(() => {
    // The ticket works once.
    if (landed?.ticket == null || isUsed.current) return;
    isUsed.current = true;
    const { ticket, verifier } = landed;
    call(testProvider, { params: { id }, body: { ticket, verifier } }).then(
      (shown) => {
        setReport(shown);
        void forgetProviders(client);
      },
      (error: unknown) => setFailure(refusalOf(testProvider, error) ?? 'ERROR'),
    );
  }, [landed, id, client]);

  async function begin() {
    setLeaving(true);
    try {
      await leaveForProvider({
        purpose: 'TEST',
        providerId: id,
        again: pathTo('provider', { id }),
        ask: (verifierHash) =>
          call(startOwnSignOn, { body: { providerId: id, purpose: 'TEST', verifierHash } }),
      });
    } catch (error) {
      setLeaving(false);
      setFailure(refusalOf(startOwnSignOn, error) ?? 'ERROR');
    }
  }

  const code = SIGN_ON_CODES.find((one) => one === failure) ?? 'ERROR';
  return (
    <section aria-labelledby="test" className={styles.test}>
      <div className={styles.line}>
        <h2 id="test">{t('test.title')}</h2>
        <span>{testedAt === null ? t('never') : <TimeAgo at={testedAt} />}</span>
      </div>
      <p className={styles.hint}>{maySignOn() ? t('test.beginHint') : errors('needsHttps')}</p>
      {failure !== null && (
        <Alert>
          {errors(`error.${code}`, { provider: name, company: '', request: '', email: '' })}
          {landed?.reason && <div>{t('test.reason', { reason: landed.reason })}</div>}
        </Alert>
      )}
      {report !== undefined && <TestReport report={report} pointer={groupsAt ?? ''} />}
      <div>
        <Button
          variant="default"
          loading={isLeaving}
          disabled={!maySignOn()}
          onClick={() => void begin()}
        >
          {t(report === undefined && failure === null ? 'test.begin' : 'test.again')}
        </Button>
      </div>
    </section>
  );
}
