import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useCurrentEnvironment } from '../applications/application-queries.ts';
import { pathTo } from '../base/paths.ts';
import { useCommandKey } from '../ui/use-command-key.ts';
import { useShortcut } from '../ui/use-shortcut.ts';
import { useLoadedAhead } from './use-loaded-ahead.ts';

const loadHelp = async () => (await import('./shortcut-help.tsx')).ShortcutHelp;

/** The shortcuts that work on every screen, and their list. */
export function Keyboard({ onOpenPalette }: { readonly onOpenPalette: () => void }) {
  const navigate = useNavigate();
  const { application, environment } = useCurrentEnvironment();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const ShortcutHelp = useLoadedAhead(loadHelp, isHelpOpen);
  const appId = application?.id;
  const envId = environment?.id ?? application?.environments[0]?.id;

  useShortcut('?', () => setHelpOpen(true));
  useShortcut('g d', () => void navigate(pathTo('dashboard')));
  useShortcut('g t', () => {
    if (appId !== undefined) void navigate(pathTo('toggles', { appId }));
  });
  useShortcut('g e', () => {
    if (appId !== undefined && envId !== undefined) {
      void navigate(pathTo('experiments', { appId, envId }));
    }
  });
  useCommandKey('k', onOpenPalette);

  if (!isHelpOpen || ShortcutHelp === undefined) return null;
  return <ShortcutHelp onClose={() => setHelpOpen(false)} />;
}
