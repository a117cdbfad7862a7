import type { SwitchedRules } from './rules-switch.tsx';
import { SwitchDialog } from './switch-dialog.tsx';
import { TurnOnDialog } from './turn-on-dialog.tsx';

interface SwitchQuestionProps {
  readonly asked: SwitchedRules | undefined;
  readonly onClose: () => void;
}

/** The dialog before a change of rules: a confirmation, or the form for the first rules. */
export function SwitchQuestion({ asked, onClose }: SwitchQuestionProps) {
  if (asked === undefined) return null;
  const { experiment, ...rules } = asked;
  return experiment === undefined ? (
    <TurnOnDialog rules={rules} onClose={onClose} />
  ) : (
    <SwitchDialog rules={{ ...rules, experiment }} onClose={onClose} />
  );
}
