import { conditionProperties } from '@comporta/contract/conditions/condition';
import type { Property } from '@comporta/contract/properties/property';
import type { TargetGroup } from '@comporta/contract/target-groups/target-group';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { Page } from '../base/page.tsx';
import { propertiesQuery } from '../properties/property-queries.ts';
import { Loaded } from '../ui/list/loaded.tsx';
import { TargetGroupEditor } from './target-group-editor.tsx';
import { targetGroupQuery } from './target-group-queries.ts';

export function TargetGroupEditorPage() {
  const t = useTranslations('targetGroup');
  const { appId = '', id = '' } = useParams();
  const properties = useQuery(propertiesQuery(appId));
  const isNew = id === 'new';
  const { data: group } = useQuery({ ...targetGroupQuery(appId, id), enabled: !isNew });
  const title = isNew ? t('titleNew') : (group?.name ?? t('titleEdit'));
  return (
    <Page title={title} item={group?.name} width="editor" help="rules">
      <Loaded query={properties}>
        {(known) =>
          isNew ? (
            <Editor appId={appId} properties={known} />
          ) : (
            <SavedEditor key={id} appId={appId} id={id} properties={known} />
          )
        }
      </Loaded>
    </Page>
  );
}

interface SavedEditorProps {
  readonly appId: string;
  readonly id: string;
  readonly properties: readonly Property[];
}

function SavedEditor({ appId, id, properties }: SavedEditorProps) {
  const group = useQuery(targetGroupQuery(appId, id));
  return (
    <Loaded query={group}>
      {(saved, reload) => (
        <Editor appId={appId} properties={properties} saved={saved} onReload={reload} />
      )}
    </Loaded>
  );
}

interface EditorProps {
  readonly appId: string;
  readonly properties: readonly Property[];
  readonly saved?: TargetGroup;
  readonly onReload?: () => void;
}

/** The editor with what its conditions can be about. */
function Editor({ properties, ...editor }: EditorProps) {
  const known = useMemo(() => conditionProperties(properties), [properties]);
  return <TargetGroupEditor {...editor} properties={known} />;
}
