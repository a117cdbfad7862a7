import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Button } from '../../ui/controls/button.ts';
import { CodeField } from '../../ui/fields/code-field.tsx';
import { PasswordField, TextField } from '../../ui/fields/text-field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { SignInPage } from '../sign-in-page.tsx';
import { StartAgain } from './start-again.tsx';
import { useStepForm } from './use-step-form.ts';

interface AnswerStepProps {
  readonly challenge: string;
  readonly methods: readonly string[];
  /** What the step is for, where that is not plain. */
  readonly intro?: string;
  readonly onAgain: () => void;
}

type Way = 'APP' | 'RECOVERY_CODE' | 'PASSWORD';

const SENT_AS = { APP: 'code', RECOVERY_CODE: 'recovery_code', PASSWORD: 'password' } as const;

/** Asks for the code of the app, or for a recovery code. */
export function AnswerStep({ challenge, methods, intro, onAgain }: AnswerStepProps) {
  const t = useTranslations('secondStep');
  const ways = (['APP', 'RECOVERY_CODE', 'PASSWORD'] as const).filter((one) =>
    methods.includes(one),
  );
  const [way, setWay] = useState<Way | undefined>(ways[0]);
  const others = ways.filter((one) => one !== way);
  return (
    <SignInPage
      title={t('title')}
      intro={intro}
      links={
        <>
          {others.map((one) => (
            <Button key={one} variant="subtle" size="compact-sm" onClick={() => setWay(one)}>
              {t(one === 'APP' ? 'useCode' : 'recovery')}
            </Button>
          ))}
          <StartAgain onAgain={onAgain} />
        </>
      }
    >
      {way !== undefined && <Typed key={way} way={way} challenge={challenge} />}
    </SignInPage>
  );
}

function Typed({ way, challenge }: { readonly way: Way; readonly challenge: string }) {
  const t = useTranslations();
  const form = useStepForm({ challenge, as: SENT_AS[way] });
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
