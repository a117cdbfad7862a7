import type { ComponentProps, ReactNode } from 'react';
import { Loaded, type Pending } from '../ui/list/loaded.tsx';
import { Page } from './page.tsx';

type PageProps = Pick<ComponentProps<typeof Page>, 'width' | 'help' | 'tab'>;

interface EditorPageProps<Saved> extends PageProps {
  /** The id of the edited thing; `new` for one that is not created yet, for which nothing is loaded. */
  readonly id: string;
  readonly query: Pending<Saved>;
  readonly titleNew: string;
  /** The title until the name is loaded. */
  readonly titleEdit: string;
  readonly nameOf: (saved: Saved) => string;
  readonly children: (saved: Saved | undefined, reload?: () => void) => ReactNode;
}

/** The screen of one thing, with its name as the heading, or of a new one. */
export function EditorPage<Saved>(props: EditorPageProps<Saved>) {
  const { id, query, titleNew, titleEdit, nameOf, children, tab, ...page } = props;
  if (id === 'new') {
    return (
      <Page title={titleNew} {...page}>
        {children(undefined)}
      </Page>
    );
  }
  const name = query.data === undefined ? undefined : nameOf(query.data);
  return (
    <Page title={name ?? titleEdit} item={name} {...(tab !== undefined && { tab })} {...page}>
      <Loaded key={id} query={query}>
        {children}
      </Loaded>
    </Page>
  );
}
