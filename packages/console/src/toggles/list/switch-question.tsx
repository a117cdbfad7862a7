import type { SwitchedRules } from './rules-switch.tsx';
import { SwitchDialog } from './switch-dialog.tsx';
import { TurnOnDialog } from './turn-on-dialog.tsx';

interface SwitchQuestionProps {
  readonly asked: SwitchedRules | undefined;
  readonly onClose: () => void;
}

/** What is asked before rules change that need a second look, or that are the first. */
export function SwitchQuestion({ asked, onClose }: SwitchQuestionProps) {
  if (asked === undefined) return null;
  const { experiment, ...rules } = asked;
  return experiment === undefined ? (
    <TurnOnDialog rules={rules} onClose={onClose} />
  ) : (
    <SwitchDialog rules={{ ...rules, experiment }} onClose={onClose} />
  );
}
