import { TextsOfPolicies } from '../../base/texts/texts-of-policies.tsx';
import { TextsOfRequests } from '../../base/texts/texts-of-requests.tsx';
import { SaveQuestion } from './save-question.tsx';
import type { SaveQuestionProps } from './save-question-props.ts';

/** Reviews the edits and asks when and how they are applied. Source: SAF-70. */
export function SaveDialog(props: SaveQuestionProps) {
  return (
    <TextsOfPolicies>
      <TextsOfRequests>
        <SaveQuestion {...props} />
      </TextsOfRequests>
    </TextsOfPolicies>
  );
}
