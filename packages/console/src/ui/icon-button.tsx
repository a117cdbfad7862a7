import type { ComponentPropsWithRef } from 'react';
import styles from './icon-button.module.css';

interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'className' | 'type'> {
  /** An icon says nothing to people who cannot see it. */
  readonly 'aria-label': string;
  readonly size?: 'small' | 'large';
  readonly 'data-action'?: string;
  /** In place of children, where a list has hundreds: drawn by the stylesheet, it is no element. */
  readonly icon?: 'check' | 'copy' | 'dots' | 'star' | 'star-filled' | 'trash';
}

/** A button that is only an icon. Lists have hundreds of them, so it is nothing but an element. */
export function IconButton({ size = 'small', icon, ...button }: IconButtonProps) {
  return (
    <button type="button" {...button} className={styles.button} data-size={size} data-icon={icon} />
  );
}
