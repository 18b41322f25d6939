/** @jsxRuntime automatic */
import { createHash } from 'node:crypto';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { KIOSK_SCRIPT } from './kiosk-script.ts';
import { KIOSK_STYLE } from './kiosk-style.ts';
import { PORTAL_SCRIPT } from './portal-script.ts';
import { PORTAL_STYLE } from './portal-style.ts';
import { portalWords } from './portal-words.ts';
import type { KioskFrame } from './kiosk-frame.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** Changes with its content, so that it may be kept for ever. */
const pathOf = (name: string, script: string) =>
  `/feedback/assets/${name}.${sha256(script).toString('hex').slice(0, 10)}.js`;
export const SCRIPT_PATH = pathOf('portal', PORTAL_SCRIPT);
export const KIOSK_SCRIPT_PATH = pathOf('kiosk', KIOSK_SCRIPT);

const hashOf = (style: string) => `'sha256-${sha256(style).toString('base64')}'`;

/** Tighter than that of the staff application: style sheets known by their hash, scripts from here, and no other source. */
export const PORTAL_CSP = [
  "default-src 'none'",
  `style-src ${hashOf(PORTAL_STYLE)} ${hashOf(KIOSK_STYLE)}`,
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
  /** On a tablet that many people use, or where staff wait to have theirs back. */
  kiosk?: KioskFrame | undefined;
  children: ReactNode;
}

function Page({ language, title, hospital, languages, largeText, kiosk, children }: PageProps) {
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
        {kiosk && <KioskHead {...kiosk} />}
      </head>
      <body data-start={kiosk?.start} data-after={kiosk?.after} data-leave={kiosk?.leave} data-anew={kiosk?.anew}>
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

/** Where no script counts the seconds the browser does, and knows nothing of whether somebody is there. */
function KioskHead({ start, after, withoutScripts = after }: KioskFrame) {
  return (
    <>
      <style>{KIOSK_STYLE}</style>
      <script src={KIOSK_SCRIPT_PATH} defer />
      {withoutScripts !== undefined && (
        <noscript>
          <meta httpEquiv="refresh" content={`${withoutScripts};url=${start}`} />
        </noscript>
      )}
    </>
  );
}

function Brand({ title, logo }: Hospital) {
  return <div className="brand">{isOurs(logo) ? <img src={logo} alt={title} /> : <span dir="auto">{title}</span>}</div>;
}

/** A picture from somewhere else would tell that place who is answering. */
const isOurs = (logo: string | null): logo is string => logo !== null && /^(data:image\/|\/[^/])/.test(logo);

export const renderPage = (props: PageProps): string => `<!doctype html>${renderToStaticMarkup(<Page {...props} />)}`;
