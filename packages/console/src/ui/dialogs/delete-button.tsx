import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslations } from 'use-intl/react';

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
    <ActionIcon
      variant="subtle"
      color="gray"
      size={32}
      aria-label={`${t('delete')} ${name}`}
      title={t('delete')}
      onClick={onClick}
    >
      <IconTrash size={17} />
    </ActionIcon>
  );
}
