import type { AppSetUp } from '@comporta/contract/identity/security';
import { beginForcedApp } from '@comporta/contract/identity/security-api';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { refusalOf } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useFailureText } from '../../api/failure-text.ts';
import { leadTo } from '../../base/guards.ts';
import { pathTo } from '../../base/paths.ts';
import { AppSecret } from '../../security/app-secret.tsx';
import { useStepForm } from '../../security/enter/use-step-form.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/controls/button.ts';
import { CodeField } from '../../ui/fields/code-field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { SignInPage } from '../sign-in-page.tsx';
import { StartAgain } from './start-again.tsx';

interface ForcedSetUpProps {
  readonly challenge: string;
  readonly company: string;
  readonly onAgain: () => void;
  readonly onOver: () => void;
}

/** Sets up an app before the first session under a policy that requires a second factor. Source: IDN-35. */
export function ForcedSetUp({ challenge, company, onAgain, onOver }: ForcedSetUpProps) {
  const t = useTranslations('secondStep');
  const failureText = useFailureText();
  const [begun, setBegun] = useState<AppSetUp>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function begin() {
    setBusy(true);
    setFailure(undefined);
    try {
      setBegun(await call(beginForcedApp, { body: { challenge } }));
    } catch (error) {
      const code = refusalOf(beginForcedApp, error);
      if (code === 'CHALLENGE_EXPIRED') return onOver();
      setFailure(code === undefined ? failureText(error) : t(`error.${code}`));
    } finally {
      setBusy(false);
    }
  }

  return (
    <SignInPage
      title={t('setUp.title')}
      intro={t('setUp.text', { company })}
      links={<StartAgain onAgain={onAgain} />}
    >
      {failure !== undefined && <Alert>{failure}</Alert>}
      {begun === undefined ? (
        <Button loading={isBusy} fullWidth onClick={() => void begin()}>
          {t('setUp.begin')}
        </Button>
      ) : (
        <FirstCode challenge={challenge} begun={begun} onOver={onOver} />
      )}
    </SignInPage>
  );
}

interface FirstCodeProps extends Pick<ForcedSetUpProps, 'challenge' | 'onOver'> {
  readonly begun: AppSetUp;
}

function FirstCode({ challenge, begun, onOver }: FirstCodeProps) {
  const t = useTranslations();
  // The recovery codes are made and shown there.
  const onRight = () => leadTo(`${pathTo('profile')}#recovery-codes`);
  const form = useStepForm({ challenge, as: 'code', onRight, onOver });
  return (
    <Form form={form}>
      <AppSecret {...begun} />
      <CodeField label={t('secondStep.code')} {...form.field('typed')} />
      <Button type="submit" loading={form.isBusy} fullWidth>
        {t('login.submit')}
      </Button>
    </Form>
  );
}
