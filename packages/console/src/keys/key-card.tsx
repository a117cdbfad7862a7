import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import styles from './key-card.module.css';

interface KeyCardProps {
  readonly kind: 'server' | 'client';
  readonly icon: Icon;
  /** The prefix of such keys. */
  readonly prefix: string;
  readonly badge: string;
  readonly children: ReactNode;
}

/** One of the two kinds of keys: its users, what it gives access to, and who may see it. */
export function KeyCard({ kind, icon: Icon, prefix, badge, children }: KeyCardProps) {
  const t = useTranslations('key');
  return (
    <section className={styles.card} data-kind={kind} aria-label={t(`${kind}.title`)}>
      <header className={styles.header}>
        <span className={styles.icon}>
          <Icon size={26} aria-hidden />
        </span>
        <div>
          <p className={styles.for}>{t(`${kind}.for`)}</p>
          <h2>
            {t(`${kind}.title`)} <span className={styles.badge}>{badge}</span>
          </h2>
        </div>
        <code className={styles.prefix}>{prefix}</code>
      </header>
      <ul className={styles.facts}>
        <li>{t(`${kind}.opens`)}</li>
        <li>{t(`${kind}.keep`)}</li>
      </ul>
      {children}
    </section>
  );
}
