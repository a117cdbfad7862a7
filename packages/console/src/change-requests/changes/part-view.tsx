import type { Edit } from '@comporta/contract/change-requests/edit';
import { type Body, ORDER, ruleIdOf, SALT } from '@comporta/contract/change-requests/parts-of';
import type { RuleNames } from '@comporta/contract/experiments/named-rule';
import { numberedRule } from '@comporta/messages/rule-in-words';
import { useTranslations } from 'use-intl/react';
import { WordsView } from '../../parts/outcome/words-view.tsx';
import { fieldTexts, partNameOf } from './field-texts.ts';
import { statusWord } from './rule-changes.tsx';
import { placedRules, ruleOfPart, sentenceOf } from './rule-in-parts.ts';

interface PartNameProps {
  readonly edit: Edit;
  /** As overlaps name it. */
  readonly part: string;
}

/** What a part of a thing is called: "new-checkout: rule #3". */
export function PartName({ edit, part }: PartNameProps) {
  const t = useTranslations();
  return t('changeRequest.conflict.part', { name: edit.name, part: partText() });

  function partText(): string {
    if (edit.type !== 'experiment') return t(`audit.field.${partNameOf(part)}`);
    if (part === ORDER) return t('changeRequest.conflict.order');
    if (part === SALT) return t('changeRequest.conflict.salt');
    const id = ruleIdOf(part);
    if (id === undefined) return t('audit.field.status');
    const number = numberIn(edit.base, id) ?? numberIn(edit.result, id) ?? 0;
    return t('changeRequest.conflict.rule', { number: String(number) });
  }
}

interface PartViewProps extends PartNameProps {
  /** A state of the thing; null where it does not exist. */
  readonly body: Body | null;
  readonly names: RuleNames;
}

/** A part of a state of a thing, in words. */
export function PartView({ edit, part, body, names }: PartViewProps) {
  const t = useTranslations();
  const gone = t('changeRequest.conflict.deleted');
  if (body === null) return gone;
  if (edit.type !== 'experiment') {
    const { type } = edit;
    const person = (id: string) => id;
    const texts = fieldTexts(t, { type, body, fields: [part] }, { rules: names, person });
    const text = texts[partNameOf(part)] ?? '';
    return (typeof text === 'string' ? text : text.join(', ')) || t('dialog.conflict.blank');
  }
  if (part === ORDER) {
    return (
      <ol>
        {placedRules(body, names).map((rule) => (
          <li key={rule.number}>
            <WordsView words={sentenceOf(t, rule)} />
          </li>
        ))}
      </ol>
    );
  }
  if (part === SALT) return String(body.salt);
  if (ruleIdOf(part) === undefined) return statusWord(t, body.status);
  const rule = ruleOfPart(body, part, names);
  if (rule === undefined) return gone;
  return (
    <>
      {rule.rule.name !== undefined && `#${numberedRule(rule.number, rule.rule.name)} `}
      <WordsView words={sentenceOf(t, rule)} />
    </>
  );
}

function numberIn(body: Body | null, id: string): number | undefined {
  const rules: readonly unknown[] = Array.isArray(body?.rules) ? body.rules : [];
  const index = rules.findIndex((rule) => Object(rule).id === id);
  return index === -1 ? undefined : index + 1;
}
