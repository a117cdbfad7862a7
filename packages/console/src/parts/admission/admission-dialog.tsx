import type { EditDraft } from '@comporta/contract/change-requests/edit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { TextsOfPolicies } from '../../base/texts/texts-of-policies.tsx';
import { TextsOfRequests } from '../../base/texts/texts-of-requests.tsx';
import type { AdmissionDialogProps } from './admission-props.ts';
import { AdmissionQuestion } from './admission-question.tsx';
import { editsOfWrite } from './edits-of-write.ts';
import { storedThings } from './stored-things.ts';

/**
 * What a refused change needs and from whom, and the ways to it: file it as a change request, say why, bypass the rules, or
 * leave it. The draft or form behind it stays. Source: SAF-100.
 */
export function AdmissionDialog(props: AdmissionDialogProps) {
  return (
    <TextsOfPolicies>
      <TextsOfRequests>
        <Loading {...props} />
      </TextsOfRequests>
    </TextsOfPolicies>
  );
}

const NO_EDITS: readonly EditDraft[] = [];

function Loading(props: AdmissionDialogProps) {
  const client = useQueryClient();
  const { data: edits, isPending } = useQuery({
    queryKey: ['edits-of-write', useId()],
    queryFn: async () => (await editsOfWrite(props.refused, storedThings(client))) ?? NO_EDITS,
    gcTime: 0,
    retry: false,
  });
  return isPending ? null : <AdmissionQuestion edits={edits ?? NO_EDITS} {...props} />;
}
