import type { ComponentPropsWithRef } from 'react';
import styles from './icon-button.module.css';

interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'className' | 'type'> {
  /** Screen readers need a name, because an icon has none. */
  readonly 'aria-label': string;
  readonly size?: 'small' | 'large';
  readonly 'data-action'?: string;
  /** Replaces children in lists with hundreds of buttons: the stylesheet draws it without an element of its own. */
  readonly icon?: 'check' | 'copy' | 'dots' | 'star' | 'star-filled' | 'trash';
}

/** A button with only an icon. Lists have hundreds of them, so it renders a single element. */
export function IconButton({ size = 'small', icon, ...button }: IconButtonProps) {
  return (
    <button type="button" {...button} className={styles.button} data-size={size} data-icon={icon} />
  );
}
