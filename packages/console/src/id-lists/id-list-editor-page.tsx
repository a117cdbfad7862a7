import { pickFields } from '@comporta/contract/fields';
import {
  checkIdList,
  ID_LIST,
  type IdList,
  NEW_ID_LIST,
} from '@comporta/contract/id-lists/id-list';
import { createIdList, updateIdList } from '@comporta/contract/id-lists/id-list-api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { problemsOfRefusal } from '../api/problems-of-refusal.ts';
import { EditorPage } from '../base/editor-page.tsx';
import { pathTo } from '../base/paths.ts';
import { useDraftKey } from '../base/use-draft-key.ts';
import { useSaveNews } from '../base/use-save-news.ts';
import { fetchIdList, idListQuery, saveIdList } from '../data/id-list-queries.ts';
import { TextField } from '../ui/fields/text-field.tsx';
import { EditorForm } from '../ui/forms/editor-form.tsx';
import { useForm } from '../ui/forms/use-form.ts';
import { ListContent } from './content/list-content.tsx';

export function IdListEditorPage() {
  const t = useTranslations('idList');
  const { appId = '', id = '' } = useParams();
  const list = useQuery({ ...idListQuery(appId, id), enabled: id !== 'new' });
  return (
    <EditorPage
      id={id}
      query={list}
      titleNew={t('new')}
      titleEdit={t('edit')}
      nameOf={({ name }) => name}
      width="form"
      help="id-lists"
    >
      {(saved, onReload) => (
        <>
          {saved !== undefined && <ListContent list={saved} />}
          <IdListEditor {...{ appId, saved, onReload }} />
        </>
      )}
    </EditorPage>
  );
}

interface IdListEditorProps {
  readonly appId: string;
  /** Absent for a list that is not created yet. */
  readonly saved: IdList | undefined;
  readonly onReload: (() => void) | undefined;
}

/** The name and the description; the ids are changed apart. */
function IdListEditor({ appId, saved, onReload }: IdListEditorProps) {
  const t = useTranslations();
  const client = useQueryClient();
  const tellOfSave = useSaveNews();
  const form = useForm({
    start: saved === undefined ? NEW_ID_LIST : pickFields(ID_LIST, saved),
    check: checkIdList,
    save: (value, ifMatch) => saveIdList(client, { appId, id: saved?.id }, { value, ifMatch }),
    refusal: (error) => problemsOfRefusal(error, [createIdList, updateIdList]),
    speak: ({ code, meta }) => t(`idList.error.${code}`, { limit: Number(meta?.limit) }),
    memory: { key: useDraftKey() },
    onSaved: ({ id, name }, undo, next) =>
      tellOfSave({
        id,
        name,
        undo,
        next,
        path: pathTo('idList', { appId, id }),
        // A new list has no ids yet: its page is where they come from.
        list: saved === undefined ? pathTo('idList', { appId, id }) : pathTo('idLists', { appId }),
      }),
    version: saved?.version,
  });

  return (
    <EditorForm
      form={form}
      onReload={onReload}
      comparison={
        saved === undefined
          ? undefined
          : {
              load: async () => pickFields(ID_LIST, await fetchIdList(saved)),
              describe: (draft) => draft,
            }
      }
    >
      <TextField
        label={t('common.name')}
        limit={ID_LIST.bounds.name.maxChars}
        {...form.field('name')}
      />
      <TextField
        label={t('common.optionalLabel', { label: t('common.description') })}
        limit={ID_LIST.bounds.description.maxChars}
        {...form.field('description')}
      />
    </EditorForm>
  );
}
