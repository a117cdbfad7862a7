import { IconCalendar } from '@tabler/icons-react';
import { type KeyboardEvent, lazy, type RefObject, Suspense, useRef, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { IconButton } from '../icon-button.tsx';
import { toast } from '../toast-store.ts';
import { usePopover } from '../use-popover.ts';
import styles from './calendar-button.module.css';

const load = () => import('./calendar.tsx');
const Calendar = lazy(async () => ({ default: (await load()).Calendar }));

/** Called when the field gets the focus, so that the calendar is loaded before the button is pressed. */
export function loadCalendar(): void {
  // Pressing the button tries again, and says that it failed.
  load().catch(() => {});
}

interface CalendarButtonProps {
  /** The label of the field that the day is for. */
  readonly label: string;
  readonly value: string;
  readonly disabled?: boolean;
  readonly onChoose: (day: string) => void;
}

/** Opens a calendar beside a field in which a day can also be typed. */
export function CalendarButton(props: CalendarButtonProps) {
  const { label, value, disabled = false, onChoose } = props;
  const t = useTranslations();
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);

  /** Opens only what is loaded: a failure must not replace the screen, because the day can also be typed. */
  async function open() {
    try {
      await load();
      setOpen(true);
    } catch {
      toast({ text: t('error.general') });
    }
  }

  function close() {
    opener.current?.focus();
    setOpen(false);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !isOpen) return;
    // Escape must not close a dialog around it, too.
    event.preventDefault();
    event.stopPropagation();
    close();
  }

  return (
    <>
      <IconButton
        ref={opener}
        aria-label={t('common.calendar.open', { label })}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        disabled={disabled}
        onFocus={loadCalendar}
        onKeyDown={onKeyDown}
        onClick={() => (isOpen ? setOpen(false) : void open())}
      >
        <IconCalendar size={16} aria-hidden />
      </IconButton>
      {isOpen && (
        <CalendarPopover
          label={t('common.calendar.open', { label })}
          opener={opener}
          onClose={close}
          onKeyDown={onKeyDown}
          value={value}
          onChoose={(day) => {
            onChoose(day);
            close();
          }}
        />
      )}
    </>
  );
}

interface CalendarPopoverProps {
  readonly label: string;
  readonly opener: RefObject<HTMLButtonElement | null>;
  readonly value: string;
  readonly onClose: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onChoose: (day: string) => void;
}

function CalendarPopover(props: CalendarPopoverProps) {
  const { label, opener, onClose, onKeyDown, ...calendar } = props;
  const element = useRef<HTMLDivElement>(null);
  usePopover({ element, opener, placement: 'below', onClose });

  return (
    <div
      ref={element}
      popover="manual"
      role="dialog"
      aria-label={label}
      className={styles.popover}
      onKeyDown={onKeyDown}
    >
      <Suspense>
        <Calendar {...calendar} />
      </Suspense>
    </div>
  );
}
