import { checked } from '@comporta/contract/problem';
import { Link, useNavigate } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../../base/paths.ts';
import { Button } from '../../ui/controls/button.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { SignInPage } from '../sign-in-page.tsx';

const SLUG = /^[a-z0-9-]{2,40}$/;

/** Where several companies live, nobody learns which of them have a provider: who has one knows its short name. */
export function ShortNameForm() {
  const t = useTranslations('signOn');
  const navigate = useNavigate();
  const form = useForm({
    start: { slug: '' },
    check: ({ slug }: { readonly slug: string }) => {
      const name = slug.trim().toLowerCase();
      return checked(
        { slug: name },
        SLUG.test(name) ? [] : [{ code: 'unknownSlug', at: ['slug'] } as const],
      );
    },
    save: async ({ slug }) => {
      await navigate(pathTo('signOn', { slug }));
    },
    refusal: () => undefined,
    speak: ({ code }) => t(code),
    onSaved: () => {},
  });
  return (
    <SignInPage title={t('title')} links={<Link to={pathTo('login')}>{t('toLogin')}</Link>}>
      <Form form={form}>
        <TextField
          label={t('slug')}
          hint={t('slugHint')}
          autoComplete="off"
          {...form.field('slug')}
        />
        <Button type="submit" loading={form.isBusy} fullWidth>
          {t('continue')}
        </Button>
      </Form>
    </SignInPage>
  );
}
