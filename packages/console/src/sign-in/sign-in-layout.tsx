import { Outlet } from 'react-router';
import { Brand } from '../base/brand.tsx';
import { LanguageFlags } from '../parts/language/language-flags.tsx';
import styles from './sign-in-layout.module.css';

/** The frame of the screens before login: one card, and the choice of the language. */
export function SignInLayout() {
  return (
    <div className={styles.layout}>
      <header className={styles.header}>
        <Brand />
        <LanguageFlags />
      </header>
      <main className={styles.main}>
        <div className={styles.card}>
          <Outlet />
        </div>
      </main>
    </div>
  );
}
