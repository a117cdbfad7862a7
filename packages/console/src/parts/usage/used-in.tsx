import type { Usage } from '@comporta/contract/usage';
import { Button } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { Menu } from '../../ui/menu.tsx';
import { MenuLink } from '../../ui/menu-item.tsx';
import { useLinksOf } from './use-usage-links.ts';
import styles from './used-in.module.css';

/** A menu is not for reading hundreds. */
const SHOWN = 30;

interface UsedInProps {
  /** What is used. */
  readonly name: string;
  readonly appId: string;
  readonly usages: readonly Usage[];
}

/** Where something is used: a link to the only place, or how many there are, and a press shows them. */
export function UsedIn({ name, appId, usages }: UsedInProps) {
  const t = useTranslations('usage');
  const links = useLinksOf(appId)(usages);
  const [only] = links;
  if (only === undefined) return <span className={styles.none}>{t('none')}</span>;
  if (links.length === 1) {
    return (
      <Link className={styles.only} to={only.to}>
        {only.label}
      </Link>
    );
  }
  const count = links.length;
  return (
    <Menu
      button={(opener) => (
        <Button
          {...opener}
          size="compact-sm"
          variant="default"
          aria-label={t('placesOf', { name, count })}
        >
          {t('places', { count })}
        </Button>
      )}
      {...(count > SHOWN && { caption: t('more', { count: count - SHOWN }) })}
    >
      {links.slice(0, SHOWN).map(({ label, to }) => (
        <MenuLink key={to} to={to} icon={<IconArrowRight size={16} aria-hidden />}>
          {label}
        </MenuLink>
      ))}
    </Menu>
  );
}
