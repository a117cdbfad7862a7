import type { ComponentProps, ReactNode } from 'react';
import { Loaded, type Pending } from '../ui/list/loaded.tsx';
import { Page } from './page.tsx';

type PageProps = Pick<ComponentProps<typeof Page>, 'width' | 'help' | 'tab'>;

interface EditorPageProps<Saved> extends PageProps {
  /** Of what is edited; `new` for what is yet to be created, for which nothing is loaded. */
  readonly id: string;
  readonly query: Pending<Saved>;
  readonly titleNew: string;
  /** Until the name is known. */
  readonly titleEdit: string;
  readonly nameOf: (saved: Saved) => string;
  readonly children: (saved: Saved | undefined, reload?: () => void) => ReactNode;
}

/** The screen of one thing, which is headed by its name, or of a new one. */
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
