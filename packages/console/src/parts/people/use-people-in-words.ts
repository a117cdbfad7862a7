import { useFormatter, useTranslations } from 'use-intl/react';

/** A company may have thousands; a sentence names some. */
const NAMED = 8;

/** Joins the names of people: "Ana, Eva, and Rui"; of many, it says how many more there are. */
export function usePeopleInWords(): (people: readonly { readonly name: string }[]) => string {
  const t = useTranslations('policy');
  const format = useFormatter();
  return (people) => {
    const names = people.slice(0, NAMED).map(({ name }) => name);
    const count = people.length - names.length;
    if (count > 0) return t('others', { names: names.join(', '), count });
    return format.list(names);
  };
}
