import type { Language } from '@comporta/messages/languages';

const DRAWINGS: Readonly<Record<Language, React.ReactNode>> = {
  en: (
    <>
      <path fill="#012169" d="M0 0h24v16H0z" />
      <path stroke="#fff" strokeWidth="3.2" d="m0 0 24 16M24 0 0 16" />
      <path stroke="#c8102e" strokeWidth="1.2" d="m0 0 24 16M24 0 0 16" />
      <path stroke="#fff" strokeWidth="5" d="M12 0v16M0 8h24" />
      <path stroke="#c8102e" strokeWidth="3" d="M12 0v16M0 8h24" />
    </>
  ),
  pt: (
    <>
      <path fill="#009739" d="M0 0h24v16H0z" />
      <path fill="#fedd00" d="m12 2 9.5 6-9.5 6-9.5-6z" />
      <circle fill="#012169" cx="12" cy="8" r="3.3" />
    </>
  ),
};

/** Always used beside the language's name: many readers do not recognise a flag alone. */
export function Flag({ language }: { readonly language: Language }) {
  return (
    <svg viewBox="0 0 24 16" width="18" height="12" aria-hidden="true" style={{ borderRadius: 2 }}>
      {DRAWINGS[language]}
    </svg>
  );
}
