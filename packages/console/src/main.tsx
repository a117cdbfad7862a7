import './base/mantine.css';
import './base/fonts.css';
import './base/tokens.css';
import './base/base.css';
import './base/forced-colors.css';
import { MantineProvider } from '@mantine/core';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { callAs } from './api/call.ts';
import { reloadAfterUpgrade } from './api/reload-after-upgrade.ts';
import { followStoredLanguage, LanguageProvider, loadLanguage } from './base/language.tsx';
import { pathTo } from './base/paths.ts';
import { colorSchemeManager, cssVariables, theme } from './base/theme.ts';
import { letStylesThrough } from './base/trusted-types.ts';
import { endSession, session, sessionSignal, watchSession } from './data/stored/session.ts';
import { router } from './shell/router.tsx';

callAs({
  accessToken: () => session()?.access_token,
  signal: sessionSignal,
  refused: (status) => {
    if (status === 401) endSession();
    else void router.navigate(pathTo('forbidden'));
  },
});

// The route guards run again: without a session they redirect to /login, with one away from it.
watchSession(() => {
  followStoredLanguage();
  if (router.state.navigation.state === 'idle') void router.revalidate();
});

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element "root".');

letStylesThrough();
reloadAfterUpgrade();
await loadLanguage();
createRoot(root).render(
  <StrictMode>
    <LanguageProvider>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        colorSchemeManager={colorSchemeManager}
        defaultColorScheme="auto"
      >
        <RouterProvider router={router} />
      </MantineProvider>
    </LanguageProvider>
  </StrictMode>,
);
