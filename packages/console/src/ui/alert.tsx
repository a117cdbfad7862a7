import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './alert.module.css';
import tones from './tones.module.css';

/** Says at once that something is wrong. */
export function Alert({ children }: { readonly children: ReactNode }) {
  return (
    <div role="alert" className={`${tones.toned} ${styles.alert}`} data-tone="danger">
      <IconAlertCircle size={18} aria-hidden />
      <div>{children}</div>
    </div>
  );
}

/** Says calmly how things are. */
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
