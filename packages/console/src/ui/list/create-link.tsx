import { Button } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import { useIsReadOnly } from '../forms/read-only.ts';
import { useShortcut } from '../use-shortcut.ts';

/** Links to the form for a new thing; the key `n` does the same. */
export function CreateLink({ to, children }: { readonly to: string; readonly children: string }) {
  const navigate = useNavigate();
  const isReadOnly = useIsReadOnly();
  useShortcut(isReadOnly ? undefined : 'n', () => void navigate(to));
  if (isReadOnly) return null;
  return (
    <Button component={Link} to={to} data-create>
      {children}
    </Button>
  );
}
