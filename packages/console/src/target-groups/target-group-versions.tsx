import type { ConditionProperties } from '@comporta/contract/conditions/condition';
import { pickFields } from '@comporta/contract/fields';
import {
  TARGET_GROUP,
  type TargetGroup,
  type TargetGroupDraft,
} from '@comporta/contract/target-groups/target-group';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { targetGroupVersionQuery, targetGroupVersionsQuery } from '../data/target-group-queries.ts';
import { createRestoreOffer } from '../parts/history/restore-offer.ts';
import type { Restored } from '../parts/history/use-restored-draft.ts';
import { VersionList } from '../parts/history/version-list.tsx';
import { VersionView } from '../parts/history/version-view.tsx';
import { DifferenceList } from '../ui/forms/difference-list.tsx';
import { isSameText } from '../ui/forms/form-machine.ts';
import { describeTargetGroup } from './target-group-words.ts';

interface TargetGroupVersionsProps {
  readonly group: TargetGroup;
  /** The current content of the form. */
  readonly draft: TargetGroupDraft;
  readonly properties: ConditionProperties;
  readonly onRestore: (restored: Restored<TargetGroupDraft>) => void;
}

/** Every kept version of a group, with the button to restore it. */
export function TargetGroupVersions(props: TargetGroupVersionsProps) {
  const { group } = props;
  const versions = useQuery(targetGroupVersionsQuery(group));
  return (
    <VersionList versions={versions} current={group.version}>
      {(version) => <TargetGroupVersion {...props} version={version} />}
    </VersionList>
  );
}

function TargetGroupVersion(props: TargetGroupVersionsProps & { readonly version: number }) {
  const { version, group, draft, properties, onRestore } = props;
  const t = useTranslations();
  const saved = useQuery(targetGroupVersionQuery(group, version));
  return (
    <VersionView saved={saved}>
      {(body) => {
        const former = pickFields(TARGET_GROUP, body);
        const describe = (one: TargetGroupDraft) => describeTargetGroup(t, one, properties);
        return {
          changes: <DifferenceList before={describe(draft)} after={describe(former)} />,
          onRestore: isSameText(former, draft)
            ? undefined
            : () => onRestore({ version, draft: former, offer: createRestoreOffer() }),
        };
      }}
    </VersionView>
  );
}
