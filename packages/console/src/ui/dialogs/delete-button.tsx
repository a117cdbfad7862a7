import { useTranslations } from 'use-intl/react';
import { useIsReadOnly } from '../forms/read-only.ts';
import { IconButton } from '../icon-button.tsx';

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
