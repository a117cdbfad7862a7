import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './menu.module.css';

interface MenuItemProps {
  readonly icon: ReactNode;
  /** The language of the text, if it is not that of the page. */
  readonly lang?: string;
  /** Whether this is the current state. */
  readonly isCurrent?: boolean;
  /** Whether the action removes something. */
  readonly isDanger?: boolean;
  readonly children: ReactNode;
}

/** An action of a menu. */
export function MenuItem(props: MenuItemProps & { readonly onClick: () => void }) {
  const { lang, isCurrent = false, isDanger = false, onClick } = props;
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      lang={lang}
      aria-current={isCurrent || undefined}
      data-danger={isDanger || undefined}
      className={styles.item}
      onClick={onClick}
    >
      <Content {...props} />
    </button>
  );
}

/** One of several exclusive choices. */
export function MenuChoice(props: MenuItemProps & { readonly onClick: () => void }) {
  const { isCurrent = false, onClick } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a native radio button would select with each arrow key.
    <button
      type="button"
      role="radio"
      aria-checked={isCurrent}
      tabIndex={-1}
      className={styles.item}
      onClick={onClick}
    >
      <Content {...props} />
    </button>
  );
}

/** A link to a screen. */
export function MenuLink(props: MenuItemProps & { readonly to: string }) {
  return (
    <Link to={props.to} role="menuitem" tabIndex={-1} className={styles.item}>
      <Content {...props} />
    </Link>
  );
}

function Content({ icon, isCurrent, children }: MenuItemProps) {
  return (
    <>
      {icon}
      <span className={styles.text}>{children}</span>
      {isCurrent === true && <IconCheck size={16} aria-hidden />}
    </>
  );
}
