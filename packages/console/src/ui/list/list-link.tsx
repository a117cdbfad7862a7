import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { useNavigate } from 'react-router';

interface ListLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** A path of the console. */
  readonly href: string;
}

/**
 * A link in a cell of a list; the table handles its clicks. A list has a thousand of these and more. Each
 * link of the router would read the location and resolve its path, which is an eighth of the rendering time
 * of a list of 300 toggles.
 */
export function ListLink({ href, ...attributes }: ListLinkProps) {
  return <a href={href} data-inside {...attributes} />;
}

/** The click handler of a table: follows its links, unless the browser is to open them elsewhere. */
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
