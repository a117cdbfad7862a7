import { isSameJson } from '@comporta/contract/canonical-json';
import type { Difference } from '@comporta/contract/change-requests/difference';
import type { Edit } from '@comporta/contract/change-requests/edit';
import { SALT } from '@comporta/contract/change-requests/parts-of';
import type { RuleNames } from '@comporta/contract/experiments/named-rule';
import type { Words } from '@comporta/contract/words';
import { EXPERIMENT_STATUSES } from '@comporta/engine/vocabulary';
import { numberedRule, valueInWords } from '@comporta/messages/rule-in-words';
import { quoted, wordsWith } from '@comporta/messages/words';
import { useTranslations } from 'use-intl/react';
import type { Say } from '../../base/say.ts';
import { WordsView } from '../../parts/outcome/words-view.tsx';
import { MarkedList } from '../../ui/list/marked-list.tsx';
import { type PlacedRule, placedRules, ruleOfPart, sentenceOf } from './rule-in-parts.ts';

interface RuleChangesProps {
  readonly edit: Edit;
  readonly names: RuleNames;
}

/** What an edit changes of an experiment, in words: the differences that the service found. */
export function RuleChanges({ edit, names }: RuleChangesProps) {
  const t = useTranslations();
  const lines = edit.differences.flatMap((difference) =>
    linesOf(t, edit, { difference, names }).map(({ kind, words }, index) => ({
      key: `${difference.kind} ${difference.part} ${index}`,
      kind,
      text: <WordsView words={words} />,
    })),
  );
  return <MarkedList lines={lines} empty={t('changeRequest.noDifference')} />;
}

interface Line {
  readonly kind: 'added' | 'removed' | 'changed' | 'moved';
  readonly words: Words;
}

interface Found {
  readonly difference: Difference;
  readonly names: RuleNames;
}

function linesOf(say: Say, { base, result }: Edit, { difference, names }: Found): Line[] {
  const { kind, part = '', from = 0, to = 0 } = difference;
  const was = ruleOfPart(base, part, names);
  const is = ruleOfPart(result, part, names);
  switch (kind) {
    case 'CREATED':
      return placedRules(result, names).map((rule) => placed(say, 'added', rule));
    case 'DELETED':
      return [{ kind: 'removed', words: [say('changeRequest.edit.experimentGone')] }];
    case 'ADDED':
      return is === undefined ? [] : [placed(say, 'added', { ...is, number: to })];
    case 'REMOVED':
      return was === undefined ? [] : [placed(say, 'removed', { ...was, number: from })];
    case 'MOVED':
      return is === undefined ? [] : [moved(say, is, { from, to })];
    case 'CHANGED':
      if (part === SALT)
        return [{ kind: 'changed', words: [say('changeRequest.edit.rerandomised')] }];
      if (part === 'status') return [statusLine(say, base?.status, result?.status)];
      return is === undefined ? [] : changedLines(say, was, { ...is, number: to });
  }
}

function placed(say: Say, kind: 'added' | 'removed', rule: PlacedRule): Line {
  const parts = { n: numbered(rule), words: sentenceOf(say, rule) };
  return { kind, words: wordsWith(parts, (holes) => say(`experiment.changes.${kind}`, holes)) };
}

function moved(
  say: Say,
  rule: PlacedRule,
  { from, to }: { readonly from: number; readonly to: number },
): Line {
  const parts = { n: numbered({ ...rule, number: to }), words: sentenceOf(say, rule) };
  return {
    kind: 'moved',
    words: wordsWith(parts, (holes) => say('experiment.changes.moved', { ...holes, from })),
  };
}

/** Of a changed rule the differences after its audience; a new name is a sentence of its own. */
function changedLines(say: Say, was: PlacedRule | undefined, is: PlacedRule): Line[] {
  // Somebody else has meanwhile changed or deleted the rule: what it was is not known here.
  if (was === undefined) return [placed(say, 'added', is)];
  const lines: Line[] = [];
  if (was.rule.name !== is.rule.name) {
    const nameOf = (name: string | undefined) =>
      name ? quoted('name', name) : say('experiment.changes.unnamed');
    const parts = { before: nameOf(was.rule.name), after: nameOf(is.rule.name) };
    const renamed = wordsWith(parts, (holes) =>
      say('experiment.changes.renamed', { ...holes, n: String(is.number) }),
    );
    lines.push({ kind: 'changed', words: renamed });
  }
  const nameless = [was, is].map(({ rule: { name: _, ...rule } }) => rule);
  if (isSameJson(nameless[0], nameless[1])) return lines;
  const audiences = nameless.map(({ valueSpec: _, ...audience }) => audience);
  const onlyValue = isSameJson(audiences[0], audiences[1]);
  const parts = {
    n: numbered(is),
    before: sentenceOf(say, was),
    after: onlyValue ? valueInWords(say, is.rule.valueSpec) : sentenceOf(say, is),
  };
  const words = wordsWith(parts, (holes) => say('experiment.changes.changed', holes));
  return [...lines, { kind: 'changed', words }];
}

function numbered({ number, rule }: PlacedRule): string {
  return numberedRule(number, rule.name);
}

function statusLine(say: Say, before: unknown, after: unknown): Line {
  const [was, is] = [before, after].map((status) => statusWord(say, status));
  const words = { field: say('audit.field.status'), before: was ?? '', after: is ?? '' };
  return { kind: 'changed', words: [say('audit.item.changed', words)] };
}

export function statusWord(say: Say, status: unknown): string {
  const known = EXPERIMENT_STATUSES.find((one) => one === status);
  return known === undefined ? say('dialog.conflict.blank') : say(`experiment.status.${known}`);
}
