import styles from './brand.module.css';
import { PRODUCT_NAME } from './product.ts';

/** A sluice gate, half raised: what "comporta" means. */
export function Brand() {
  return (
    <span className={styles.brand}>
      <svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true">
        <rect width="32" height="32" rx="7" fill="var(--accent)" />
        <path d="M9 7v18M23 7v18" stroke="#fff" strokeWidth="2.5" strokeLinecap="round" />
        <path d="M12.5 8.5h7v7h-7z" fill="#fff" />
        <path
          d="M12 20.5c1.3-1.2 2.7-1.2 4 0s2.7 1.2 4 0M12 24.5c1.3-1.2 2.7-1.2 4 0s2.7 1.2 4 0"
          fill="none"
          stroke="#a6d7e5"
          strokeWidth="2"
          strokeLinecap="round"
        />
      </svg>
      {PRODUCT_NAME}
    </span>
  );
}
