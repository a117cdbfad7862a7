import { useTranslations } from 'use-intl/react';
import { CloseButton } from '../ui/controls/close-button.ts';
import { useModal } from '../ui/dialogs/use-modal.ts';
import { Sidebar } from './sidebar.tsx';
import styles from './sidebar-drawer.module.css';

/** The sidebar on narrow screens: a dialog that Esc, a click outside and every link close. */
export function SidebarDrawer({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations();
  const element = useModal();

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click on the backdrop closes it; keyboard users press Esc.
    <dialog
      ref={element}
      aria-label={t('layout.navigation')}
      className={styles.drawer}
      onCancel={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className={styles.panel}>
        <CloseButton aria-label={t('common.close')} onClick={onClose} className={styles.close} />
        <Sidebar />
      </div>
    </dialog>
  );
}
