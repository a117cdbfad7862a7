import { Button } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import { useShortcut } from '../use-shortcut.ts';

/** Links to the form for a new thing; the key `n` does the same. */
export function CreateLink({ to, children }: { readonly to: string; readonly children: string }) {
  const navigate = useNavigate();
  useShortcut('n', () => void navigate(to));
  return (
    <Button component={Link} to={to} data-create>
      {children}
    </Button>
  );
}
