import type { ReactNode } from 'react';
import { IconButton } from '../icon-button.tsx';

interface RowButtonProps {
  /** Names the button to whoever moves the focus. */
  readonly action: 'up' | 'down' | 'duplicate' | 'edit' | 'remove';
  readonly label: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** What can be done with one row of a list that is edited. */
export function RowButton({ action, label, disabled = false, onClick, children }: RowButtonProps) {
  return (
    <IconButton
      data-action={action}
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </IconButton>
  );
}
