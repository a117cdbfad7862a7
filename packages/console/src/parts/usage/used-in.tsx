import type { Usage } from '@comporta/contract/usage';
import { IconArrowRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { Button } from '../../ui/controls/button.ts';
import { Menu } from '../../ui/menu.tsx';
import { MenuLink } from '../../ui/menu-item.tsx';
import { useLinksOf } from './use-usage-links.ts';
import styles from './used-in.module.css';

/** Nobody reads hundreds of entries in a menu. */
const SHOWN = 30;

interface UsedInProps {
  /** The name of the used thing. */
  readonly name: string;
  readonly appId: string;
  readonly usages: readonly Usage[];
}

/** Shows the uses of a thing: a link to a single one, or their number as a button that lists them. */
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
