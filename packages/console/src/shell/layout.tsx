import { QueryClientProvider } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation, useNavigate, useNavigation, useParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { isHelpPath } from '../base/help/help-pages.ts';
import { pathTo } from '../base/paths.ts';
import { Admission } from '../parts/admission/admission.tsx';
import { ConnectionBar } from '../parts/connection/connection-bar.tsx';
import { ReadOnlyContext } from '../ui/forms/read-only.ts';
import { localTimeZone } from '../ui/local-time-zone.ts';
import { Toasts } from '../ui/toasts.tsx';
import { Header } from './header.tsx';
import { Keyboard } from './keyboard.tsx';
import styles from './layout.module.css';
import './single-keys.ts';
import { createQueryClient } from '../data/query-client.ts';
import { useLastPerson, useSession } from '../data/stored/session.ts';
import { useMayEdit } from '../data/use-may-edit.ts';
import { VisitorLayout } from '../help/visitor-layout.tsx';
import { SessionNotice } from './session-notice.tsx';
import { Sidebar } from './sidebar.tsx';
import { SidebarDrawer } from './sidebar-drawer.tsx';
import { useLoadedAhead } from './use-loaded-ahead.ts';

const loadPalette = async () => (await import('./palette/command-palette.tsx')).CommandPalette;

/** The frame around every screen after login; it is mounted anew for another user. */
export function Layout() {
  const person = useLastPerson();
  const isLoggedIn = useSession() !== undefined;
  // Of these screens, only the help is for visitors, too; the others are being redirected to /login.
  const isHelp = isHelpPath(useLocation().pathname);
  return isHelp && !isLoggedIn ? <VisitorLayout /> : <LayoutOfPerson key={person} />;
}

/** The screen of the address, which may be one of an application or an environment that the user only reads. */
function ReadOnlyOutlet() {
  const { envId } = useParams();
  const mayEdit = useMayEdit();
  return (
    <ReadOnlyContext value={!mayEdit(envId)}>
      <Outlet />
    </ReadOnlyContext>
  );
}

function LayoutOfPerson() {
  const t = useTranslations('common');
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const isUnderWay = useNavigation().state !== 'idle';
  const main = useRef<HTMLElement>(null);
  const [client] = useState(() =>
    createQueryClient(() => void navigate(pathTo('notFound'), { replace: true })),
  );
  const [drawerAt, setDrawerAt] = useState<string>();

  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const [recent, setRecent] = useState<readonly string[]>([]);
  const openPalette = useCallback(() => setPaletteOpen(true), []);
  const CommandPalette = useLoadedAhead(loadPalette, isPaletteOpen, () => setPaletteOpen(false));

  // The time zone is slow to compute the first time, so this is done while the first responses are awaited.
  useEffect(() => {
    const soon = setTimeout(localTimeZone);
    return () => clearTimeout(soon);
  }, []);

  // The next user on this machine must not see data that was loaded for another.
  useEffect(() => () => client.clear(), [client]);

  return (
    <QueryClientProvider client={client}>
      {/* biome-ignore lint/a11y/useValidAnchor: screen readers list it as a link; it does not use the router. */}
      <a
        href="#main"
        className={styles.skip}
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {t('skipToContent')}
      </a>
      <div className={styles.layout}>
        <aside className={styles.sidebar}>
          <Sidebar />
        </aside>
        <div className={styles.content}>
          <Header onOpenMenu={() => setDrawerAt(pathname)} onOpenPalette={openPalette} />
          <ConnectionBar />
          <SessionNotice />
          <main ref={main} id="main" tabIndex={-1} className={styles.main} aria-busy={isUnderWay}>
            <ReadOnlyOutlet />
          </main>
        </div>
      </div>
      {/* The drawer closes on navigation: it is open only on the screen where it was opened. */}
      {drawerAt === pathname && <SidebarDrawer onClose={() => setDrawerAt(undefined)} />}
      {isPaletteOpen && CommandPalette !== undefined && (
        <CommandPalette
          recent={recent}
          onChoose={setRecent}
          onClose={() => setPaletteOpen(false)}
        />
      )}
      <Keyboard onOpenPalette={openPalette} />
      <Admission />
      <Toasts />
    </QueryClientProvider>
  );
}
