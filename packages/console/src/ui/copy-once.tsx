import { CopyButton } from './copy-button.tsx';
import styles from './copy-once.module.css';

interface CopyOnceProps {
  /** What it is: "Key for Checkout / Production". */
  readonly label: string;
  readonly text: string;
  readonly onCopied?: () => void;
}

/** A secret that is shown this one time. */
export function CopyOnce({ label, text, onCopied }: CopyOnceProps) {
  /** Marking the text and pressing Ctrl+C is copying, too. */
  function onCopy() {
    if (document.getSelection()?.toString().includes(text)) onCopied?.();
  }

  return (
    <div className={styles.box}>
      <code className={styles.text} onCopy={onCopy}>
        {text}
      </code>
      <CopyButton
        text={text}
        label={label}
        kind="button"
        {...(onCopied === undefined ? {} : { onCopied })}
      />
    </div>
  );
}
