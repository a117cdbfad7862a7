import type { ConditionProperties } from '@comporta/contract/conditions/condition';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { targetGroupsQuery } from '../../data/target-group-queries.ts';
import { NativeSelect } from '../../ui/controls/native-select.ts';
import { Radio } from '../../ui/controls/radio.ts';
import { TextInput } from '../../ui/controls/text-input.ts';
import { ConditionFields } from '../conditions/condition-fields.tsx';
import { AUDIENCES, type Audience, FIELD_LIMITS, type RollOutDraft } from './roll-out-form.ts';

interface AudienceFieldsProps {
  readonly appId: string;
  readonly draft: RollOutDraft;
  readonly properties: ConditionProperties;
  readonly onChange: (draft: RollOutDraft) => void;
}

/** For whom the value is: the kind of audience, and the fields of that kind. */
export function AudienceFields({ appId, draft, properties, onChange }: AudienceFieldsProps) {
  const t = useTranslations('toggle');
  const { audience } = draft;
  const text = (field: 'percentage' | 'share' | 'users', label: string) => (
    <TextInput
      label={label}
      value={draft[field]}
      inputMode={field === 'users' ? 'text' : 'numeric'}
      onChange={(event) => onChange({ ...draft, [field]: event.currentTarget.value })}
    />
  );

  return (
    <>
      <Radio.Group
        label={t('switch.audience')}
        value={audience}
        onChange={(chosen) => onChange({ ...draft, audience: chosen as Audience })}
      >
        {AUDIENCES.map((one, index) => (
          <Radio
            key={one}
            mt={6}
            value={one}
            label={t(`switch.${one}`)}
            {...(index === 0 && { 'data-autofocus': true })}
          />
        ))}
      </Radio.Group>
      {audience === 'percentage' &&
        text('percentage', t('switch.percentageField', FIELD_LIMITS.percentage))}
      {audience === 'users' && text('users', t('switch.usersField', FIELD_LIMITS.users))}
      {audience === 'property' && (
        <ConditionFields
          label={t('switch.property')}
          condition={draft.condition}
          properties={properties}
          onChange={(condition) => onChange({ ...draft, condition })}
        />
      )}
      {audience === 'group' && (
        <GroupField
          appId={appId}
          value={draft.groupId}
          onChange={(groupId) => onChange({ ...draft, groupId })}
        />
      )}
      {(audience === 'property' || audience === 'group') && text('share', t('rollOut.shareField'))}
      {audience === 'property' && (
        <TextInput
          label={t('rollOut.keepField')}
          description={t('rollOut.keepHint')}
          value={draft.groupName}
          autoComplete="off"
          onChange={(event) => onChange({ ...draft, groupName: event.currentTarget.value })}
        />
      )}
    </>
  );
}

interface GroupFieldProps {
  readonly appId: string;
  readonly value: string;
  readonly onChange: (id: string) => void;
}

function GroupField({ appId, value, onChange }: GroupFieldProps) {
  const t = useTranslations('toggle.rollOut');
  const { data: groups = [] } = useQuery(targetGroupsQuery(appId));
  return (
    <NativeSelect
      label={t('groupField')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { value: '', label: t('chooseGroup') },
        ...groups.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}
