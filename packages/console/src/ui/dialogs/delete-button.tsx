import { useTranslations } from 'use-intl/react';
import { IconButton } from '../icon-button.tsx';

/** Of one row; `name` tells whoever hears it which. */
export function DeleteButton({
  name,
  onClick,
}: {
  readonly name: string;
  readonly onClick: () => void;
}) {
  const t = useTranslations('common');
  return (
    <IconButton
      icon="trash"
      aria-label={`${t('delete')} ${name}`}
      title={t('delete')}
      onClick={onClick}
    />
  );
}
