import { IconArrowDown, IconArrowUp, IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslations } from 'use-intl/react';
import { EnvironmentDot } from '../parts/status/environment-dot.tsx';
import type { Step } from '../ui/fields/move-item.ts';
import { RowButton } from '../ui/fields/row-button.tsx';

interface EnvironmentRowProps {
  readonly name: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly isEdited: boolean;
  /** Whether the user may change this environment itself. */
  readonly mayEdit: boolean;
  /** Grows each time the same name is entered again, which makes the row flash. */
  readonly flash: number;
  readonly onMove: (by: Step) => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

/** One environment of the form. */
export function EnvironmentRow(props: EnvironmentRowProps) {
  const { name, isFirst, isLast, isEdited, mayEdit, flash, onMove, onEdit, onRemove } = props;
  const t = useTranslations('app.environment');
  return (
    // A new key mounts a new element, so the animation starts again.
    <li key={flash} data-edited={isEdited || undefined} data-flash={flash > 0 || undefined}>
      <EnvironmentDot environment={{ name }} />
      <span>{name}</span>
      <RowButton
        action="up"
        label={t('moveUp', { name })}
        disabled={isFirst}
        onClick={() => onMove(-1)}
      >
        <IconArrowUp size={17} />
      </RowButton>
      <RowButton
        action="down"
        label={t('moveDown', { name })}
        disabled={isLast}
        onClick={() => onMove(1)}
      >
        <IconArrowDown size={17} />
      </RowButton>
      {mayEdit && (
        <>
          <RowButton action="edit" label={t('edit', { name })} onClick={onEdit}>
            <IconPencil size={17} />
          </RowButton>
          <RowButton action="remove" label={t('remove', { name })} onClick={onRemove}>
            <IconTrash size={17} />
          </RowButton>
        </>
      )}
    </li>
  );
}
