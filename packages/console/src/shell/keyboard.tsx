import { useState } from 'react';
import { useNavigate } from 'react-router';
import { pathTo } from '../base/paths.ts';
import { useCurrentEnvironment } from '../data/application-queries.ts';
import { useSession } from '../data/stored/session.ts';
import { useCommandKey } from '../ui/use-command-key.ts';
import { useShortcut } from '../ui/use-shortcut.ts';
import { useLoadedAhead } from './use-loaded-ahead.ts';

const loadHelp = async () => (await import('./shortcut-help.tsx')).ShortcutHelp;

/** The shortcuts that work on every screen, and their help. */
export function Keyboard({ onOpenPalette }: { readonly onOpenPalette: () => void }) {
  const [isHelpOpen, setHelpOpen] = useState(false);
  const ShortcutHelp = useLoadedAhead(loadHelp, isHelpOpen, () => setHelpOpen(false));
  useShortcut('?', () => setHelpOpen(true));
  useCommandKey('k', onOpenPalette);
  useNavigationKeys();

  if (!isHelpOpen || ShortcutHelp === undefined) return null;
  return <ShortcutHelp onClose={() => setHelpOpen(false)} />;
}

/** `g` and a letter go to a screen of the application, and of its chosen environment. */
function useNavigationKeys(): void {
  const navigate = useNavigate();
  const isAdmin = useSession()?.is_admin === true;
  const { application, chosen } = useCurrentEnvironment();
  const { id: appId = '' } = application ?? {};
  const { id: envId = '' } = chosen ?? {};
  const isInside = application !== undefined;
  const isAnywhere = isInside || isAdmin;
  const go = (path: string) => () => void navigate(path);

  useShortcut('g d', go(pathTo('dashboard')));
  useShortcut(isInside ? 'g t' : undefined, go(pathTo('toggles', { appId })));
  useShortcut(chosen && 'g e', go(pathTo('experiments', { appId, envId })));
  useShortcut(isInside ? 'g g' : undefined, go(pathTo('targetGroups', { appId })));
  useShortcut(isInside ? 'g p' : undefined, go(pathTo('properties', { appId })));
  useShortcut(chosen && 'g y', go(pathTo('playground', { appId, envId })));
  useShortcut(isInside ? 'g r' : undefined, go(pathTo('changeRequests', { appId })));
  const audit = isInside ? pathTo('applicationAuditLogs', { appId }) : pathTo('auditLogs');
  useShortcut(isAnywhere ? 'g a' : undefined, go(audit));
  useShortcut(isInside ? 'g s' : undefined, go(pathTo('settings', { appId })));
}
