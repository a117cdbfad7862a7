import { type KeyboardEvent, useId, useState } from 'react';

interface ComboboxOptions<Option> {
  /** The options of the list, in order. */
  readonly options: readonly Option[];
  readonly isOpen: boolean;
  readonly onChoose: (option: Option) => void;
  /** Absent for a list that is always open. */
  readonly onOpen?: () => void;
  readonly onClose?: () => void;
}

/** A field with a list below it: the focus stays in the field, the arrow keys move in the list. */
export function useCombobox<Option>(combobox: ComboboxOptions<Option>) {
  const { options, isOpen, onChoose, onOpen, onClose } = combobox;
  const listId = useId();
  const [activeIndex, activate] = useState(0);
  const [elements] = useState(() => new Map<number, HTMLElement>());
  const active = options[activeIndex];

  function move(by: 1 | -1) {
    const index = (activeIndex + by + options.length) % Math.max(options.length, 1);
    activate(index);
    elements.get(index)?.scrollIntoView({ block: 'nearest' });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp';
    if (isArrow && isOpen) move(event.key === 'ArrowDown' ? 1 : -1);
    else if (isArrow && onOpen !== undefined) onOpen();
    else if (event.key === 'Enter' && isOpen) active !== undefined && onChoose(active);
    else if (event.key === 'Escape' && isOpen && onClose !== undefined) onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // The roles are not part of these props: the linter looks for them at the elements.
  return {
    active,
    activate,
    fieldProps: {
      'aria-expanded': isOpen,
      'aria-controls': listId,
      'aria-activedescendant': active === undefined ? undefined : `${listId}-${activeIndex}`,
      autoComplete: 'off',
      spellCheck: false,
      onKeyDown,
    },
    listProps: { id: listId },
    optionProps: (index: number) => ({
      id: `${listId}-${index}`,
      ref: (element: HTMLElement | null) => {
        if (element === null) elements.delete(index);
        else elements.set(index, element);
      },
      onClick: () => {
        const option = options[index];
        if (option !== undefined) onChoose(option);
      },
      onPointerMove: () => activate(index),
    }),
  };
}
