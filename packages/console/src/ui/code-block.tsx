import styles from './code-block.module.css';
import { CopyButton } from './copy-button.tsx';

/** Text for a machine, with a button to copy it. */
export function CodeBlock({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div className={styles.block}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it. */}
      <section tabIndex={0} aria-label={label}>
        <pre>
          <code>{text}</code>
        </pre>
      </section>
      <div className={styles.copy}>
        <CopyButton text={text} label={label} />
      </div>
    </div>
  );
}
