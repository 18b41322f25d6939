/** @jsxRuntime automatic */
import { createHash } from 'node:crypto';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { PORTAL_SCRIPT } from './portal-script.ts';
import { PORTAL_STYLE } from './portal-style.ts';
import { portalWords } from './portal-words.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** Changes with its content, so that it may be kept for ever. */
export const SCRIPT_PATH = `/feedback/assets/portal.${sha256(PORTAL_SCRIPT).toString('hex').slice(0, 10)}.js`;

/** Tighter than that of the staff application: one style sheet known by its hash, one script, and no other source. */
export const PORTAL_CSP = [
  "default-src 'none'",
  `style-src 'sha256-${sha256(PORTAL_STYLE).toString('base64')}'`,
  "script-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

export interface Hospital {
  title: string;
  logo: string | null;
}

interface PageProps {
  language: string;
  title: string;
  hospital: Hospital | null;
  /** Languages to change to; null where there is nothing to read in another. */
  languages: ReactNode;
  /** As it was when the form was sent. */
  largeText: boolean;
  children: ReactNode;
}

function Page({ language, title, hospital, languages, largeText, children }: PageProps) {
  const words = portalWords(language);
  return (
    <html lang={language} dir={words.direction}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="robots" content="noindex,nofollow" />
        <meta name="referrer" content="no-referrer" />
        <meta name="format-detection" content="telephone=no" />
        <title>{hospital ? `${title} – ${hospital.title}` : title}</title>
        <link rel="icon" href="data:," />
        <style>{PORTAL_STYLE}</style>
        <script src={SCRIPT_PATH} defer />
      </head>
      <body>
        <header>
          {hospital && <Brand {...hospital} />}
          <div className="tools">
            {languages}
            <label>
              <input type="checkbox" id="large" form="f" name="large" value="1" defaultChecked={largeText} />
              {words.large_text}
            </label>
          </div>
        </header>
        <main>{children}</main>
      </body>
    </html>
  );
}

function Brand({ title, logo }: Hospital) {
  return <div className="brand">{isOurs(logo) ? <img src={logo} alt={title} /> : <span dir="auto">{title}</span>}</div>;
}

/** A picture from somewhere else would tell that place who is answering. */
const isOurs = (logo: string | null): logo is string => logo !== null && /^(data:image\/|\/[^/])/.test(logo);

export const renderPage = (props: PageProps): string => `<!doctype html>${renderToStaticMarkup(<Page {...props} />)}`;
