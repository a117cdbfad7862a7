import { AskRollOut } from '../../parts/roll-out/ask-roll-out.tsx';
import type { AskedChange } from './rules-switch.tsx';
import { SwitchDialog } from './switch-dialog.tsx';

interface SwitchQuestionProps {
  readonly asked: AskedChange | undefined;
  readonly onClose: () => void;
}

/** The dialog before a change of rules: a confirmation, or the roll-out. */
export function SwitchQuestion({ asked, onClose }: SwitchQuestionProps) {
  if (asked === undefined) return null;
  const { isRollOut, experiment, ...rules } = asked;
  return isRollOut === true || experiment === undefined ? (
    <AskRollOut {...rules} experimentId={experiment?.id} onClose={onClose} />
  ) : (
    <SwitchDialog rules={{ ...rules, experiment }} onClose={onClose} />
  );
}
