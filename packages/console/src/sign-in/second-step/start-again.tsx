import { useTranslations } from 'use-intl/react';
import { Button } from '../../ui/controls/button.ts';

/** Back to e-mail and password. */
export function StartAgain({ onAgain }: { readonly onAgain: () => void }) {
  const t = useTranslations('secondStep');
  return (
    <Button variant="subtle" size="compact-sm" onClick={onAgain}>
      {t('again')}
    </Button>
  );
}
