import type { Token, Tokens } from 'marked';
import { createContext, type ReactNode, use } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { isHelpPath } from '../base/help/help-pages.ts';
import { type PackageFacts, withInstallations } from '../parts/connection/installation.ts';
import { CodeBlock } from '../ui/code-block.tsx';
import styles from './help-text.module.css';

/** What the service says about our packages; undefined while it does not answer. */
const Facts = createContext<PackageFacts | undefined>(undefined);

interface HelpTextProps {
  readonly tokens: readonly Token[];
  readonly facts: PackageFacts | undefined;
}

/** The text of a page as React elements: the kinds of tokens are known, and none is HTML. */
export function HelpText({ tokens, facts }: HelpTextProps) {
  return (
    <Facts value={facts}>
      <div className={styles.text}>{all(tokens)}</div>
    </Facts>
  );
}

function all(tokens: readonly Token[] = []): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: a text never changes its order.
  return tokens.map((token, index) => <Part key={index} token={token as KnownToken} />);
}

/** The Markdown tokens that the help pages use. */
type KnownToken =
  | Tokens.Heading
  | Tokens.Paragraph
  | Tokens.List
  | Tokens.Table
  | Tokens.Code
  | Tokens.Codespan
  | Tokens.Strong
  | Tokens.Em
  | Tokens.Link
  | Tokens.Text
  | Tokens.Space;

function Part({ token }: { readonly token: KnownToken }): ReactNode {
  switch (token.type) {
    case 'heading':
      return <h2>{all(token.tokens)}</h2>;
    case 'paragraph':
      return <p>{all(token.tokens)}</p>;
    case 'list':
      return <List token={token} />;
    case 'table':
      return <Table token={token} />;
    case 'code':
      return <Code text={token.text} />;
    case 'codespan':
      return <code>{token.text}</code>;
    case 'strong':
      return <strong>{all(token.tokens)}</strong>;
    case 'em':
      return <em>{all(token.tokens)}</em>;
    case 'link':
      return isHelpPath(token.href) ? (
        <Link to={token.href}>{all(token.tokens)}</Link>
      ) : (
        <a href={token.href}>{all(token.tokens)}</a>
      );
    case 'text':
      return token.tokens === undefined ? token.text : all(token.tokens);
    case 'space':
      return null;
  }
}

function List({ token: { ordered, items } }: { readonly token: Tokens.List }) {
  const Tag = ordered ? 'ol' : 'ul';
  return (
    <Tag>
      {items.map(({ tokens, text }) => (
        <li key={text}>{all(tokens)}</li>
      ))}
    </Tag>
  );
}

function Table({ token: { header, rows } }: { readonly token: Tokens.Table }) {
  const t = useTranslations('help');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it.
    <section className={styles.table} tabIndex={0} aria-label={t('table')}>
      <table>
        <thead>
          <tr>
            {header.map(({ tokens, text }, index) =>
              text === '' ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns never change their order.
                <td key={index} />
              ) : (
                <th key={text} scope="col">
                  {all(tokens)}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...others]) => (
            <tr key={first?.text}>
              <th scope="row">{all(first?.tokens)}</th>
              {others.map(({ tokens, text }) => (
                <td key={text}>{all(tokens)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Code({ text }: { readonly text: string }) {
  const t = useTranslations('help');
  const facts = use(Facts);
  const here = facts === undefined ? text : withInstallations(text, facts);
  return <CodeBlock label={t('example')} text={here} />;
}
