import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { ByPasskey } from '../../security/enter/by-passkey.tsx';
import type { NextStep } from '../../security/enter/step-of-refusal.ts';
import { useStepForm } from '../../security/enter/use-step-form.ts';
import { Button } from '../../ui/controls/button.ts';
import { CodeField } from '../../ui/fields/code-field.tsx';
import { PasswordField, TextField } from '../../ui/fields/text-field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { SignInPage } from '../sign-in-page.tsx';
import { StartAgain } from './start-again.tsx';

interface AnswerStepProps {
  readonly challenge: string;
  readonly methods: readonly string[];
  /** What the step is for, where that is not plain. */
  readonly title?: string;
  readonly intro?: string;
  readonly onAgain: () => void;
  readonly onOver: () => void;
  readonly onStep: (step: NextStep) => void;
}

type Way = 'APP' | 'PASSKEY' | 'RECOVERY_CODE' | 'PASSWORD';

const SENT_AS = { APP: 'code', RECOVERY_CODE: 'recovery_code', PASSWORD: 'password' } as const;
/** A password is asked of who has nothing else. */
const VERB = { APP: 'useCode', PASSKEY: 'usePasskey', RECOVERY_CODE: 'recovery' } as const;
const WAYS = ['APP', 'PASSKEY', 'RECOVERY_CODE'] as const;

/** Asks for the code of the app, a passkey or a recovery code. */
export function AnswerStep(props: AnswerStepProps) {
  const { challenge, methods, title, intro, onAgain, onOver, onStep } = props;
  const t = useTranslations('secondStep');
  const [way, setWay] = useState<Way | undefined>(
    [...WAYS, 'PASSWORD' as const].find((one) => methods.includes(one)),
  );
  const others = WAYS.filter((one) => one !== way && methods.includes(one));
  return (
    <SignInPage
      title={title ?? t('title')}
      intro={intro}
      links={
        <>
          {others.map((one) => (
            <Button key={one} variant="subtle" size="compact-sm" onClick={() => setWay(one)}>
              {t(VERB[one])}
            </Button>
          ))}
          <StartAgain onAgain={onAgain} />
        </>
      }
    >
      {way === 'PASSKEY' && <ByPasskey challenge={challenge} onOver={onOver} onStep={onStep} />}
      {way !== undefined && way !== 'PASSKEY' && (
        <Typed key={way} way={way} challenge={challenge} onOver={onOver} onStep={onStep} />
      )}
    </SignInPage>
  );
}

interface TypedProps {
  readonly way: Exclude<Way, 'PASSKEY'>;
  readonly challenge: string;
  readonly onOver: () => void;
  readonly onStep: (step: NextStep) => void;
}

function Typed({ way, challenge, onOver, onStep }: TypedProps) {
  const t = useTranslations();
  const form = useStepForm({ challenge, as: SENT_AS[way], onOver, onStep });
  return (
    <Form form={form}>
      {way === 'APP' && <CodeField label={t('secondStep.code')} {...form.field('typed')} />}
      {way === 'PASSWORD' && (
        <PasswordField
          label={t('common.password')}
          autoComplete="current-password"
          {...form.field('typed')}
        />
      )}
      {way === 'RECOVERY_CODE' && (
        <TextField
          label={t('secondStep.recoveryCode')}
          autoComplete="off"
          monospace
          {...form.field('typed')}
        />
      )}
      <Button type="submit" loading={form.isBusy} fullWidth>
        {t('login.submit')}
      </Button>
    </Form>
  );
}
