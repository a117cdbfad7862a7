import type { ToggleLifecycle } from '@comporta/contract/lifecycle/lifecycle';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import { useHasLifecycleTexts } from '../../base/texts/texts-of-lifecycle.tsx';
import styles from './lifecycle-note.module.css';
import { useLifecycleWords } from './use-lifecycle-words.ts';

interface LifecycleNoteProps {
  readonly toggle: Toggle;
  readonly lifecycle: ToggleLifecycle;
}

/** In a row of the list: the state of a toggle, and why it has it. */
export function LifecycleNote(props: LifecycleNoteProps) {
  return useHasLifecycleTexts() && <Note {...props} />;
}

function Note({ toggle, lifecycle }: LifecycleNoteProps) {
  const words = useLifecycleWords();
  const text = words.reasons(lifecycle, toggle);
  return (
    <>
      <span className={styles.mark} title={text}>
        {words.state(lifecycle)}
      </span>
      {text}{' '}
    </>
  );
}
