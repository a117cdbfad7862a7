import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { useNavigate } from 'react-router';

interface ListLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** A path of the console. */
  readonly href: string;
}

/**
 * A link in a cell of a list, whose table follows it. A list has a thousand and more of them, and each of the router's asks
 * for its place and resolves its path: an eighth of what a list of 300 toggles takes.
 */
export function ListLink({ href, ...attributes }: ListLinkProps) {
  return <a href={href} data-inside {...attributes} />;
}

/** What a table does with a press on one of its links: it goes there, unless the browser is to open it elsewhere. */
export function useListLinks(): (event: MouseEvent) => void {
  const navigate = useNavigate();
  return (event) => {
    const { target, button, metaKey, altKey, ctrlKey, shiftKey } = event;
    if (button !== 0 || metaKey || altKey || ctrlKey || shiftKey) return;
    const link = target instanceof Element ? target.closest('a[data-inside]') : null;
    const path = link?.getAttribute('href');
    if (typeof path !== 'string' || event.defaultPrevented) return;
    event.preventDefault();
    void navigate(path);
  };
}
