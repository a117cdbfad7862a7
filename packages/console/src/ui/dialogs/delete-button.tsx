import { useTranslations } from 'use-intl/react';
import { IconButton } from '../icon-button.tsx';
import { useIsReadOnly } from '../read-only.ts';

/** The delete button of a row; screen readers hear `name`. */
export function DeleteButton({
  name,
  onClick,
}: {
  readonly name: string;
  readonly onClick: () => void;
}) {
  const t = useTranslations('common');
  if (useIsReadOnly()) return null;
  return (
    <IconButton
      icon="trash"
      aria-label={`${t('delete')} ${name}`}
      title={t('delete')}
      onClick={onClick}
    />
  );
}
