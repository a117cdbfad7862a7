import { checked, type Problem } from '@comporta/contract/problem';
import { createSession } from '@comporta/contract/sessions/session-api';
import { lazy, Suspense, use, useState } from 'react';
import { Link, useLoaderData, useLocation } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { ApiError, refusalOf } from '../api/api-error.ts';
import { hasSessionEnded } from '../base/guards.ts';
import { pathTo } from '../base/paths.ts';
import type { loadServiceFactsLater } from '../base/service-facts.ts';
import { enterWith } from '../security/enter/enter-with.ts';
import { type NextStep, stepOfRefusal } from '../security/enter/step-of-refusal.ts';
import { Notice } from '../ui/alert.tsx';
import { Button } from '../ui/controls/button.ts';
import { PasswordField, TextField } from '../ui/fields/text-field.tsx';
import { Form } from '../ui/forms/form.tsx';
import { useForm } from '../ui/forms/use-form.ts';
import styles from './other-ways.module.css';
import { PasskeyButton } from './passkey-button.tsx';
import { SignInPage } from './sign-in-page.tsx';

const SecondStep = lazy(async () => ({
  default: (await import('./second-step/second-step.tsx')).SecondStep,
}));

const StepOver = lazy(async () => ({
  default: (await import('./second-step/step-over.tsx')).StepOver,
}));

interface Credentials {
  readonly username: string;
  readonly password: string;
}

export function LoginPage() {
  const t = useTranslations();
  const location = useLocation();
  const [step, setStep] = useState<NextStep>();
  const [isStepOver, setStepOver] = useState(false);
  const form = useForm({
    start: { username: '', password: '' },
    check: (credentials: Credentials) => checked<Credentials, 'WRONG_CREDENTIALS'>(credentials, []),
    save: ({ username, password }) =>
      enterWith({ grant_type: 'password', username, password }).catch((error) => {
        const next = stepOfRefusal(error);
        if (next === undefined) throw inGeneral(error);
        setStepOver(false);
        setStep(next);
      }),
    refusal: (error): readonly Problem<'WRONG_CREDENTIALS'>[] | undefined =>
      refusalOf(createSession, error) === 'WRONG_CREDENTIALS'
        ? [{ code: 'WRONG_CREDENTIALS', at: [], also: [['password'], ['username']] }]
        : undefined,
    speak: ({ code }) => t(`login.error.${code}`),
    // The guard of this screen redirects as soon as there is a session.
    onSaved: () => {},
  });
  if (step !== undefined) {
    return (
      <Suspense>
        <SecondStep
          step={step}
          onAgain={() => setStep(undefined)}
          onOver={() => {
            setStepOver(true);
            setStep(undefined);
          }}
          onStep={setStep}
        />
      </Suspense>
    );
  }
  const isPasswordSet = location.state === 'passwordSet';
  const isFirstAttempt = form.attempts === 0 && !form.isBusy;
  // Either field may be wrong: both are marked, and the text is above them.
  const mark = form.problem === undefined ? {} : { error: true };
  return (
    <SignInPage
      title={t('login.title')}
      links={
        <>
          <Link to={pathTo('forgotPassword')}>{t('login.forgotPassword')}</Link>
          <Suspense>
            <SignUpLink />
          </Suspense>
        </>
      }
    >
      <Form form={form}>
        {isStepOver && (
          <Suspense>
            <StepOver />
          </Suspense>
        )}
        {isFirstAttempt && isPasswordSet && <Notice>{t('login.notice.passwordSet')}</Notice>}
        {isFirstAttempt && !isPasswordSet && hasSessionEnded() && (
          <Notice tone="warning">{t('login.notice.sessionExpired')}</Notice>
        )}
        <TextField
          label={t('common.email')}
          type="email"
          autoComplete="username"
          {...form.field('username')}
          {...mark}
        />
        <PasswordField
          label={t('common.password')}
          autoComplete="current-password"
          {...form.field('password')}
          {...mark}
        />
        <Button type="submit" loading={form.isBusy} fullWidth>
          {t('login.submit')}
        </Button>
      </Form>
      <Suspense>
        <OtherWays />
        <PasskeyButton onStep={setStep} />
      </Suspense>
    </SignInPage>
  );
}

/** The providers to log in with, below what stays whatever becomes of them. Source: IDN-01, IDN-13. */
function OtherWays() {
  const t = useTranslations('login');
  const { facts } = useLoaderData<typeof loadServiceFactsLater>();
  const { providers = [], providersBySlug = false } = use(facts) ?? {};
  if (providers.length === 0 && !providersBySlug) return null;
  return (
    <div className={styles.others}>
      <p className={styles.or}>{t('or')}</p>
      {providers.map(({ name, slug }) => (
        <Button
          key={slug}
          component={Link}
          to={pathTo('signOn', { slug })}
          variant="default"
          fullWidth
        >
          {t('sso', { provider: name })}
        </Button>
      ))}
      {providersBySlug && (
        <Button component={Link} to={pathTo('signOnLanding')} variant="default" fullWidth>
          {t('ssoElsewhere')}
        </Button>
      )}
    </div>
  );
}

/** A link to the sign-up, or a text that the sign-up is closed. */
function SignUpLink() {
  const t = useTranslations('login');
  const { facts } = useLoaderData<typeof loadServiceFactsLater>();
  if (use(facts)?.signUpOpen === false) return <span>{t('signUpClosed')}</span>;
  return <Link to={pathTo('signUp')}>{t('signup')}</Link>;
}

/**
 * The text for a missing response speaks of unsaved changes, which do not exist before login, so the general
 * text is shown. Source: LOG-06.
 */
function inGeneral(error: unknown): unknown {
  const isSilence = error instanceof ApiError && error.status === 0;
  return isSilence ? new Error('silence', { cause: error }) : error;
}
