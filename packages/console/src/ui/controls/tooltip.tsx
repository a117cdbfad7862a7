import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useLatest } from '../use-latest.ts';
import { usePopover } from '../use-popover.ts';
import styles from './tooltip.module.css';

interface TooltipProps {
  readonly text: string;
  /** Renders the element that the text describes, with the props that connect both. */
  readonly children: (described: Described) => ReactNode;
}

export interface Described {
  readonly tabIndex: 0;
  readonly 'aria-describedby': string | undefined;
}

/**
 * Shows a text above an element while the pointer is on the element or on the text, or while the element has
 * the focus, which it also gets from a touch. Escape hides the text.
 */
export function Tooltip({ text, children }: TooltipProps) {
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isOpen = isHovered || isFocused;
  const close = () => {
    setHovered(false);
    setFocused(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the element inside takes the focus; it and its text share the pointer.
    <span
      ref={anchor}
      className={styles.anchor}
      onPointerEnter={({ pointerType }) => setHovered(pointerType === 'mouse')}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      {children({ tabIndex: 0, 'aria-describedby': isOpen ? id : undefined })}
      {isOpen && <TooltipText id={id} anchor={anchor} text={text} onClose={close} />}
    </span>
  );
}

interface TooltipTextProps {
  readonly id: string;
  readonly anchor: RefObject<HTMLElement | null>;
  readonly text: string;
  readonly onClose: () => void;
}

function TooltipText({ id, anchor, text, onClose }: TooltipTextProps) {
  const element = useRef<HTMLSpanElement>(null);
  const latestClose = useLatest(onClose);
  usePopover({ element, opener: anchor, placement: 'above', onClose });
  useEffect(() => {
    const hide = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') latestClose.current();
    };
    document.addEventListener('keydown', hide);
    return () => document.removeEventListener('keydown', hide);
  }, [latestClose]);
  // Inside the anchor: on its way to the text, the pointer does not leave it.
  return (
    <span ref={element} id={id} role="tooltip" popover="manual" className={styles.tooltip}>
      {text}
    </span>
  );
}
