import { type ReactNode, useId, useLayoutEffect } from 'react';
import { createPortal } from 'react-dom';
import styles from './dialog.module.css';
import { useModal } from './use-modal.ts';

interface DialogProps {
  readonly title: string;
  readonly role?: 'dialog' | 'alertdialog';
  /** Called on Esc; the dialog disappears when its owner no longer renders it. */
  readonly onClose: () => void;
  /** Called on Enter in a field and by the submit button; absent for a dialog without fields. */
  readonly onSubmit?: () => void;
  readonly children: ReactNode;
  /** Buttons, the safe one first. The element with `data-autofocus` takes the focus. */
  readonly footer: ReactNode;
}

/** The browser's own modal dialog: it traps the focus, makes the page inert and restores the focus. */
export function Dialog(props: DialogProps) {
  // One with fields is rendered elsewhere: an element that takes the place of an open one must be opened, too.
  return <OpenDialog key={props.onSubmit === undefined ? 'plain' : 'form'} {...props} />;
}

function OpenDialog(props: DialogProps) {
  const { title, role = 'dialog', onClose, onSubmit, children, footer } = props;
  const element = useModal();
  const titleId = useId();
  const textId = useId();

  useLayoutEffect(() => {
    element.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [element]);

  const parts = (
    <>
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      <div id={textId} className={styles.content}>
        {children}
      </div>
      <div className={styles.footer}>{footer}</div>
    </>
  );

  const dialog = (
    <dialog
      ref={element}
      role={role}
      aria-labelledby={titleId}
      aria-describedby={textId}
      className={styles.dialog}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {onSubmit === undefined ? (
        parts
      ) : (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            // React would pass the event on to the editor's form that the dialog belongs to.
            event.stopPropagation();
            onSubmit();
          }}
        >
          {parts}
        </form>
      )}
    </dialog>
  );
  return onSubmit === undefined ? dialog : outsideForms(dialog);
}

/** Renders the dialog outside of any form: with a form inside a form, the browser would reload the page. */
function outsideForms(dialog: ReactNode): ReactNode {
  return createPortal(dialog, document.body);
}
