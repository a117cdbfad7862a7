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
  return (
    <div className={styles.box}>
      <code className={styles.text}>{text}</code>
      <CopyButton
        text={text}
        label={label}
        kind="button"
        {...(onCopied === undefined ? {} : { onCopied })}
      />
    </div>
  );
}
