/** @jsxRuntime automatic */
import { directionOf } from '@wardvoice/contract';
import type { CSSProperties, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** A text to a patient, as it is sent beside its HTML. */
export interface LetterToPatient {
  text: string;
  language: string | null;
  hospital: string;
  /** Address of the hospital's logo; null: its name stands alone. */
  logoUrl: string | null;
  /** A link that begins with this and stands on a line of its own is a button as well. */
  buttonFor: string;
}

const BUTTON: Readonly<Record<string, string>> = {
  en: 'Answer the survey',
  ar: 'الإجابة عن الاستبيان',
  fr: 'Répondre à l’enquête',
  es: 'Responder a la encuesta',
  pl: 'Wypełnij ankietę',
  ur: 'سروے کا جواب دیں',
};

const LETTER_STYLE: CSSProperties = {
  maxWidth: '36rem',
  margin: '0 auto',
  padding: 16,
  // A link is longer than a phone is wide.
  overflowWrap: 'anywhere',
  font: '16px/1.5 -apple-system,Roboto,Arial,sans-serif',
};
const BUTTON_STYLE = {
  display: 'inline-block',
  padding: '14px 22px',
  borderRadius: 8,
  background: '#0b5a70',
  color: '#ffffff',
  fontWeight: 600,
  textDecoration: 'none',
};

/**
 * Returns the HTML of an e-mail whose plain text says the same with the same links. Nothing in it is fetched but the logo,
 * whose address is the same for everybody; what people have written is escaped. Colours are left to the mail program, so
 * that it can be dark.
 */
export function htmlPart({ text, language, hospital, logoUrl, buttonFor }: LetterToPatient): string {
  const tag = language ?? 'en';
  const paragraphs = text.trim().split(/\n{2,}/);
  // A picture of low priority is not announced in the head, where a mail program would warn of it.
  const html = renderToStaticMarkup(
    <html lang={tag} dir={directionOf(tag)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
      </head>
      <body>
        <div style={LETTER_STYLE}>
          <p>
            {logoUrl ? (
              <img src={logoUrl} alt={hospital} height={40} fetchPriority="low" />
            ) : (
              <strong>{hospital}</strong>
            )}
          </p>
          {paragraphs.map((paragraph, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- the paragraphs of a text do not move
            <p key={at}>{linesOf(paragraph, buttonFor, BUTTON[tag] ?? BUTTON['en'])}</p>
          ))}
        </div>
      </body>
    </html>,
  );
  return `<!doctype html>${html}`;
}

function linesOf(paragraph: string, buttonFor: string, button: string | undefined): ReactNode[] {
  return paragraph.split('\n').flatMap((line, at) => {
    const isButton = line.trim().startsWith(buttonFor) && !/\s/.test(line.trim());
    const shown = isButton ? (
      <span key={`line ${at}`}>
        <a href={line.trim()} style={BUTTON_STYLE}>
          {button}
        </a>
        <br />
        <br />
        <a href={line.trim()} dir="ltr">
          {line.trim()}
        </a>
      </span>
    ) : (
      <span key={`line ${at}`}>{withLinks(line)}</span>
    );
    return at === 0 ? [shown] : [<br key={`break ${at}`} />, shown];
  });
}

/** An address up to a space or to the punctuation that ends a sentence. */
const ADDRESS = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)؟،。])/;

const withLinks = (line: string): ReactNode[] =>
  line.split(ADDRESS).map((part, at) =>
    at % 2 === 1 ? (
      <a key={part} href={part} dir="ltr">
        {part}
      </a>
    ) : (
      part
    ),
  );
