import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './alert.module.css';
import tones from './tones.module.css';

/** An error message; screen readers read it at once. */
export function Alert({ children }: { readonly children: ReactNode }) {
  return (
    <div role="alert" className={`${tones.toned} ${styles.alert}`} data-tone="danger">
      <IconAlertCircle size={18} aria-hidden />
      <div>{children}</div>
    </div>
  );
}

/** A message about a state; it does not interrupt. */
export function Notice({
  tone = 'success',
  children,
}: {
  readonly tone?: 'success' | 'warning';
  readonly children: ReactNode;
}) {
  const Icon = tone === 'success' ? IconCircleCheck : IconAlertCircle;
  return (
    <div role="status" className={`${tones.toned} ${styles.alert}`} data-tone={tone}>
      <Icon size={18} aria-hidden />
      <div>{children}</div>
    </div>
  );
}
