import './ui/controls/mantine.css';
import './base/fonts.css';
import './base/tokens.css';
import './base/base.css';
import './base/forced-colors.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { callAs } from './api/call.ts';
import { reloadAfterUpgrade } from './api/reload-after-upgrade.ts';
import { followStoredLanguage, LanguageProvider, loadLanguage } from './base/language.tsx';
import { pathTo } from './base/paths.ts';
import { letStylesThrough } from './base/trusted-types.ts';
import { rememberThisBrowser } from './data/known-browser.ts';
import {
  endSession,
  extendSession,
  session,
  sessionSignal,
  watchSession,
  whenSessionStarts,
} from './data/stored/session.ts';
import {
  readStoredText,
  removeStored,
  STORAGE_KEYS,
  writeStoredText,
} from './data/stored/storage.ts';
import { router, target } from './shell/router.tsx';
import { type SchemeStore, ThemeProvider } from './ui/controls/theme.tsx';

callAs({
  accessToken: () => session()?.access_token,
  signal: sessionSignal,
  refused: (status) => {
    if (status === 401) endSession();
    else void router.navigate(pathTo('forbidden'));
  },
  used: extendSession,
});
whenSessionStarts(() => void rememberThisBrowser());

// The route guards run again: without a session they redirect to /login, with one away from it.
let token = session()?.access_token;
watchSession(() => {
  followStoredLanguage();
  const former = token;
  token = session()?.access_token;
  if (former === token) return; // It only lasts longer.
  if (router.state.navigation.state === 'idle') void router.revalidate();
});

const schemes: SchemeStore = {
  key: STORAGE_KEYS.theme,
  read: () => readStoredText(STORAGE_KEYS.theme),
  write: (scheme) => writeStoredText(STORAGE_KEYS.theme, scheme),
  clear: () => removeStored(STORAGE_KEYS.theme),
};

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element "root".');

letStylesThrough();
reloadAfterUpgrade(target);
await loadLanguage();
createRoot(root).render(
  <StrictMode>
    <LanguageProvider>
      <ThemeProvider store={schemes}>
        <RouterProvider router={router} />
      </ThemeProvider>
    </LanguageProvider>
  </StrictMode>,
);
