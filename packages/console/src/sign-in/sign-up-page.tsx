import { checkSignUp } from '@comporta/contract/accounts/account';
import { createAccount } from '@comporta/contract/accounts/account-api';
import type { Problem } from '@comporta/contract/problem';
import { useState } from 'react';
import { Link, useLoaderData } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { call } from '../api/call.ts';
import { problemsOfRefusal } from '../api/problems-of-refusal.ts';
import { pathTo } from '../base/paths.ts';
import type { loadServiceFacts } from '../base/service-facts.ts';
import { Notice } from '../ui/alert.tsx';
import { Button } from '../ui/controls/button.ts';
import { Checkbox } from '../ui/controls/checkbox.ts';
import { TextField } from '../ui/fields/text-field.tsx';
import { Form } from '../ui/forms/form.tsx';
import { useForm } from '../ui/forms/use-form.ts';
import { SignInPage } from './sign-in-page.tsx';
import { EMPTY_SIGN_UP, incompleteFields, type SaveCode, type TextName } from './sign-up-form.ts';

export function SignUpPage() {
  const t = useTranslations('signup');
  const facts = useLoaderData<typeof loadServiceFacts>();
  const termsUrl = facts?.termsUrl;
  const [sentTo, setSentTo] = useState<string>();
  const toLogin = <Link to={pathTo('login')}>{t('haveAccount')}</Link>;
  const form = useForm({
    start: EMPTY_SIGN_UP,
    check: checkSignUp,
    save: async (value) => {
      await call(createAccount, { body: { ...value, acceptTermsAndConditions: true } });
      setSentTo(value.userEmail);
    },
    refusal: (error) => problemsOfRefusal(error, [createAccount]),
    speak: ({ code, meta }: Problem<SaveCode>) =>
      code === 'ACCEPT_TC' && !termsUrl
        ? t('confirmMayCreate')
        : t(`error.${code}`, { limit: Number(meta?.limit) }),
    onSaved: () => {},
  });

  if (sentTo !== undefined) {
    const hasMail = facts?.mailOn !== false;
    return (
      <SignInPage
        title={t('done.title')}
        intro={t(hasMail ? 'done.text' : 'done.noMail', { email: sentTo })}
        links={toLogin}
      />
    );
  }
  if (facts?.signUpOpen === false) {
    return (
      <SignInPage title={t('title')} links={toLogin}>
        <Notice tone="warning">{t('disabled')}</Notice>
      </SignInPage>
    );
  }
  // One sentence names all incomplete fields. It is shown once, at the first of them.
  const [, ...alsoIncomplete] = incompleteFields(form.problemAt);
  const textField = (name: TextName) => {
    const field = form.field(name);
    return alsoIncomplete.includes(name)
      ? { ...field, error: <span className="visually-hidden">{field.error}</span> }
      : field;
  };
  const terms = form.field('acceptTermsAndConditions');
  return (
    <SignInPage
      title={t('title')}
      {...(facts?.firstRun === true ? { intro: t('firstRun') } : { links: toLogin })}
    >
      <Form form={form}>
        <TextField label={t('userName')} autoComplete="name" {...textField('userName')} />
        <TextField
          label={t('userEmail')}
          type="email"
          autoComplete="email"
          {...textField('userEmail')}
        />
        <TextField
          label={t('companyName')}
          autoComplete="organization"
          {...textField('companyName')}
        />
        <Checkbox
          ref={terms.ref}
          name={terms.name}
          checked={terms.value}
          onChange={(event) => terms.onChange(event.currentTarget.checked)}
          error={terms.error}
          // Nobody can have read terms that the operator does not name.
          label={t(termsUrl ? 'acceptTerms' : 'mayCreate')}
          description={termsUrl && <a href={termsUrl}>{t('readTerms')}</a>}
        />
        <Button type="submit" loading={form.isBusy} fullWidth>
          {t('submit')}
        </Button>
      </Form>
    </SignInPage>
  );
}
