import type { ReactNode } from 'react';
import { IconButton } from '../icon-button.tsx';

interface RowButtonProps {
  /** Names the button for code that moves the focus. */
  readonly action: 'up' | 'down' | 'duplicate' | 'edit' | 'remove';
  readonly label: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** An action on one row of an editable list. */
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
