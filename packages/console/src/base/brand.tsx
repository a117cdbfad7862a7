import styles from './brand.module.css';
import { PRODUCT_NAME } from './product.ts';

/** A sluice gate, half raised: what "comporta" means. */
export function Brand() {
  return (
    <span className={styles.brand}>
      <svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true">
        <rect width="32" height="32" rx="7" fill="var(--accent)" />
        <path d="M8 8v16M24 8v16" stroke="#fff" strokeWidth="3" strokeLinecap="round" />
        <rect x="11.5" y="7" width="9" height="9" rx="1.5" fill="#fff" />
        <path
          d="M11.5 22c1.5-1.6 3-1.6 4.5 0s3 1.6 4.5 0"
          fill="none"
          stroke="#8fd4ea"
          strokeWidth="2.5"
          strokeLinecap="round"
        />
      </svg>
      {PRODUCT_NAME}
    </span>
  );
}
