import { conditionProperties } from '@comporta/contract/conditions/condition';
import type { Property } from '@comporta/contract/properties/property';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useMemo } from 'react';
import { useParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { EditorPage } from '../base/editor-page.tsx';
import { useNamedLists } from '../data/named-lists.ts';
import { propertiesQuery } from '../data/property-queries.ts';
import { targetGroupQuery } from '../data/target-group-queries.ts';
import { Loaded } from '../ui/list/loaded.tsx';
import { TargetGroupEditor } from './target-group-editor.tsx';

export function TargetGroupEditorPage() {
  const t = useTranslations('targetGroup');
  const { appId = '', id = '' } = useParams();
  const group = useQuery({ ...targetGroupQuery(appId, id), enabled: id !== 'new' });
  return (
    <EditorPage
      id={id}
      query={group}
      titleNew={t('titleNew')}
      titleEdit={t('titleEdit')}
      nameOf={({ name }) => name}
      width="editor"
      help="rules"
    >
      {(saved, onReload) => <EditorOfApplication {...{ appId, saved, onReload }} />}
    </EditorPage>
  );
}

type EditorProps = Omit<ComponentProps<typeof TargetGroupEditor>, 'properties'>;

/** Loads the properties that conditions can use, then renders the editor. */
function EditorOfApplication(props: EditorProps) {
  const properties = useQuery(propertiesQuery(props.appId));
  return <Loaded query={properties}>{(listed) => <Editor {...props} listed={listed} />}</Loaded>;
}

function Editor({ listed, ...editor }: EditorProps & { readonly listed: readonly Property[] }) {
  const lists = useNamedLists(editor.appId);
  const properties = useMemo(() => conditionProperties(listed, lists), [listed, lists]);
  return <TargetGroupEditor {...editor} properties={properties} />;
}
