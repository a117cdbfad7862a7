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
import { usePopover } from './use-popover.ts';

interface MenuProps {
  /** Draws the button, with what makes it open the menu. */
  readonly button: (opener: MenuOpener) => ReactNode;
  readonly placement?: Placement;
  /** What it is about, above the items. */
  readonly caption?: string;
  readonly children: ReactNode;
}

export interface MenuOpener {
  readonly id: string;
  readonly ref: RefObject<HTMLButtonElement | null>;
  readonly 'aria-haspopup': 'menu';
  readonly 'aria-expanded': boolean;
  readonly onClick: () => void;
}

/** A button that opens a list of actions. Until it is pressed it is nothing but the button. */
export function Menu({ button, ...list }: MenuProps) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {button({
        id,
        ref: opener,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        onClick: () => setOpen(!isOpen),
      })}
      {isOpen && (
        <MenuList {...list} openerId={id} opener={opener} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

interface MenuListProps extends Omit<MenuProps, 'button'> {
  readonly openerId: string;
  readonly opener: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
}

function MenuList(props: MenuListProps) {
  const { openerId, opener, placement = 'below', caption, onClose, children } = props;
  const element = useRef<HTMLDivElement>(null);

  usePopover({ element, opener, placement, onClose });
  useLayoutEffect(() => {
    if (element.current !== null) itemsIn(element.current)[0]?.focus();
  }, []);

  /** The focus goes back first, so that whatever the item opens can take it. */
  function close() {
    opener.current?.focus();
    onClose();
  }

  function move(event: KeyboardEvent<HTMLDivElement>) {
    if (event.key === 'Tab') return close();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const items = itemsIn(event.currentTarget);
    const next = event.key === 'Escape' ? undefined : itemFor(event.key, items);
    if (event.key !== 'Escape' && next === undefined) return;
    // Not for the page, whose keys they are too, nor for a dialog around.
    event.preventDefault();
    event.stopPropagation();
    if (next === undefined) close();
    else next.focus();
  }

  return (
    <div ref={element} popover="manual" className={styles.menu}>
      {caption !== undefined && <p className={styles.caption}>{caption}</p>}
      <div role="menu" aria-labelledby={openerId} onKeyDown={move} onClick={close}>
        {children}
      </div>
    </div>
  );
}

function itemsIn(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('[role="menuitem"]')];
}

/** Where a key leads: up and down around the ends, to either end, or to the next item with that letter. */
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
