import { ActionIcon } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslations } from 'use-intl/react';
import { EnvironmentDot } from '../parts/status/environment-dot.tsx';

interface EnvironmentRowProps {
  readonly name: string;
  readonly isEdited: boolean;
  /** Grows each time the name was entered again: the row flashes. */
  readonly flash: number;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

/** One environment of the form. */
export function EnvironmentRow({ name, isEdited, flash, onEdit, onRemove }: EnvironmentRowProps) {
  const t = useTranslations('app.environment');
  return (
    // Another key is another element, whose animation starts again.
    <li key={flash} data-edited={isEdited || undefined} data-flash={flash > 0 || undefined}>
      <EnvironmentDot name={name} />
      <span>{name}</span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={t('edit', { name })}
        title={t('edit', { name })}
        onClick={onEdit}
      >
        <IconPencil size={17} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={t('remove', { name })}
        title={t('remove', { name })}
        onClick={onRemove}
      >
        <IconTrash size={17} />
      </ActionIcon>
    </li>
  );
}
