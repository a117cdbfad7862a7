import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { Message } from '../ui/message.tsx';
import { useDocumentTitle } from './document-title.ts';
import { pathTo } from './paths.ts';
import { PRODUCT_NAME } from './product.ts';
import { useSession } from './session.ts';

/** An address that no screen has. It stays in the address bar, to be corrected there. */
export function UnknownPathPage() {
  const t = useTranslations();
  const isLoggedIn = useSession() !== undefined;
  const title = t('page.notFound.title');
  useDocumentTitle(t('layout.title.page', { product: PRODUCT_NAME, page: title }));
  return (
    <main>
      <Message title={title} text={t('page.notFound.text')}>
        <Button component={Link} to={isLoggedIn ? pathTo('dashboard') : pathTo('login')}>
          {isLoggedIn ? t('page.toDashboard') : t('login.button')}
        </Button>
      </Message>
    </main>
  );
}
