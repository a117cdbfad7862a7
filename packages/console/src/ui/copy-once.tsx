import { CopyButton } from './copy-button.tsx';
import styles from './copy-once.module.css';

interface CopyOnceProps {
  /** The name of the secret: "Key for Checkout / Production". */
  readonly label: string;
  readonly text: string;
  readonly onCopied?: () => void;
}

/** A secret that is shown only once. */
export function CopyOnce({ label, text, onCopied }: CopyOnceProps) {
  /** Selecting the text and pressing Ctrl+C counts as copying, too. */
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
