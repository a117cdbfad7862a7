import { IconChevronDown } from '@tabler/icons-react';
import { ActionIcon } from '../../ui/controls/action-icon.ts';

interface OtherwiseButtonProps {
  readonly label: string;
  readonly isBusy: boolean;
  readonly onPress: () => void;
}

/** Beside Save: asks when and how. Source: SAF-70. */
export function OtherwiseButton({ label, isBusy, onPress }: OtherwiseButtonProps) {
  return (
    <ActionIcon
      size={36}
      disabled={isBusy}
      aria-label={label}
      title={label}
      aria-haspopup="dialog"
      onClick={onPress}
    >
      <IconChevronDown size={16} />
    </ActionIcon>
  );
}
