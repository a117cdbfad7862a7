import type { ToggleLifecycle } from '@comporta/contract/lifecycle/lifecycle';
import { TextsOfLifecycle } from '../../base/texts/texts-of-lifecycle.tsx';
import styles from './lifecycle-note.module.css';
import { useLifecycleWords } from './use-lifecycle-words.ts';

interface LifecycleMarkProps {
  readonly lifecycle: ToggleLifecycle;
}

/** Beside the name of a toggle: its state. */
export function LifecycleMark(props: LifecycleMarkProps) {
  return (
    <TextsOfLifecycle>
      <Mark {...props} />
    </TextsOfLifecycle>
  );
}

function Mark({ lifecycle }: LifecycleMarkProps) {
  return <span className={styles.mark}>{useLifecycleWords().state(lifecycle)}</span>;
}
