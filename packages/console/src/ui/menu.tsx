import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import styles from './menu.module.css';
import type { Placement } from './place-beside.ts';
import type { Shortcut } from './shortcuts.ts';
import { usePopover } from './use-popover.ts';
import { useShortcut } from './use-shortcut.ts';

interface MenuProps {
  /** Renders the button with the props that open the menu. */
  readonly button: (opener: MenuOpener) => ReactNode;
  readonly placement?: Placement;
  /** Whether it is a list of actions, or of exclusive choices. */
  readonly kind?: 'actions' | 'choices';
  /** A key that also opens the menu. */
  readonly shortcut?: Shortcut;
  /** The subject of the menu, above the items. */
  readonly caption?: string;
  readonly children: ReactNode;
}

const ROLES = { actions: 'menu', choices: 'radiogroup' } as const;

export interface MenuOpener {
  readonly id: string;
  readonly ref: RefObject<HTMLButtonElement | null>;
  readonly 'aria-haspopup': 'menu' | undefined;
  readonly 'aria-expanded': boolean;
  readonly onClick: () => void;
}

/** A button that opens a list of actions or choices. Until it is pressed, only the button is rendered. */
export function Menu({ button, shortcut, ...list }: MenuProps) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  useShortcut(shortcut, () => setOpen(true));
  return (
    <>
      {button({
        id,
        ref: opener,
        'aria-haspopup': list.kind === 'choices' ? undefined : 'menu',
        'aria-expanded': isOpen,
        onClick: () => setOpen(!isOpen),
      })}
      {isOpen && (
        <MenuList {...list} openerId={id} opener={opener} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

interface MenuListProps extends Omit<MenuProps, 'button' | 'shortcut'> {
  readonly openerId: string;
  readonly opener: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
}

function MenuList(props: MenuListProps) {
  const { openerId, opener, placement = 'below', kind = 'actions' } = props;
  const { caption, onClose, children } = props;
  const element = useRef<HTMLDivElement>(null);

  usePopover({ element, opener, placement, onClose });
  useLayoutEffect(() => {
    const items = element.current === null ? [] : itemsIn(element.current);
    (items.find((item) => item.ariaChecked === 'true') ?? items[0])?.focus();
  }, []);

  /** The focus goes back to the button first, so that the action of the item can move it on. */
  function close() {
    opener.current?.focus();
    onClose();
  }

  function move(event: KeyboardEvent<HTMLDivElement>) {
    if (event.key === 'Tab') return close();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const items = itemsIn(event.currentTarget);
    const next = event.key === 'Escape' ? undefined : itemFor(event.key, items);
    // Neither the page, which uses the same keys, nor a dialog around the menu may handle them.
    if (event.key.length === 1 || event.key === 'Escape' || next) event.stopPropagation();
    if (event.key !== 'Escape' && next === undefined) return;
    event.preventDefault();
    if (next === undefined) close();
    else next.focus();
  }

  return (
    <div ref={element} popover="manual" className={styles.menu}>
      {caption !== undefined && <p className={styles.caption}>{caption}</p>}
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useAriaPropsSupportedByRole: its role is one of two. */}
      <div role={ROLES[kind]} aria-labelledby={openerId} onKeyDown={move} onClick={close}>
        {children}
      </div>
    </div>
  );
}

function itemsIn(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('[role="menuitem"], [role="radio"]')];
}

/**
 * The item that a key leads to: up and down with wrap-around, to either end, or to the next item that starts
 * with the letter.
 */
function itemFor(key: string, items: readonly HTMLElement[]): HTMLElement | undefined {
  const current = items.findIndex((item) => item.matches(':focus'));
  switch (key) {
    case 'ArrowDown':
      return items[(current + 1) % items.length];
    case 'ArrowUp':
      return items.at(current - 1);
    case 'Home':
      return items[0];
    case 'End':
      return items.at(-1);
    default: {
      const after = [...items.slice(current + 1), ...items.slice(0, current + 1)];
      const letter = key.toLowerCase();
      return after.find((item) => item.textContent?.trim().toLowerCase().startsWith(letter));
    }
  }
}
