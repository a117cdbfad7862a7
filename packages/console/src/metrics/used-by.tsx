import type { ListedMetric } from '@comporta/contract/metrics/metric-api';
import { IconArrowRight } from '@tabler/icons-react';
import { useTranslations } from 'use-intl/react';
import { Button } from '../ui/controls/button.ts';
import { Menu } from '../ui/menu.tsx';
import { MenuLink } from '../ui/menu-item.tsx';
import styles from './metric-list-page.module.css';
import { useMetricUses } from './use-metric-uses.ts';

/** The number of analyses that use a metric; a click lists them. */
export function UsedBy({ metric }: { readonly metric: ListedMetric }) {
  const t = useTranslations('metric.list');
  const uses = useMetricUses()(metric);
  const count = uses.length;
  if (count === 0) return <span className={styles.none}>{t('usedByCount', { count })}</span>;
  return (
    <Menu
      button={(opener) => (
        <Button
          {...opener}
          size="compact-sm"
          variant="default"
          aria-label={t('usedByOf', { key: metric.key, count })}
        >
          {t('usedByCount', { count })}
        </Button>
      )}
    >
      {uses.map(({ label, to }) => (
        <MenuLink key={to} to={to} icon={<IconArrowRight size={16} aria-hidden />}>
          {label}
        </MenuLink>
      ))}
    </Menu>
  );
}
