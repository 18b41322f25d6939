/** @jsxRuntime automatic */
import type { PublicPage } from '../../features/ward-pages/index.ts';
import { WARD_STYLE } from '../client-files.ts';
import { renderPage } from '../document.tsx';
import { wardWords } from '../texts/ward-words.ts';

/** The public page of a ward: what patients said and what was done, the newest first. It exists in the language of its entries only. */
export function renderWardPage({ title, language, hospital, entries }: PublicPage): string {
  const words = wardWords(language);
  const month = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return renderPage({
    language,
    title,
    hospital,
    largeText: false,
    style: WARD_STYLE,
    languages: <span />,
    children: (
      <>
        <h1>{title}</h1>
        <p className="lead">{entries.length > 0 ? words.lead : words.nothing_yet}</p>
        <ul className="entries">
          {entries.map(({ said, did, done_on }, index) => (
            <li key={index}>
              <div className="said">
                <h2>{words.you_said}</h2>
                <p>{said}</p>
              </div>
              <div className="did">
                <h2>{words.we_did}</h2>
                <p>{did}</p>
                <time dateTime={done_on}>{month.format(new Date(done_on))}</time>
              </div>
            </li>
          ))}
        </ul>
      </>
    ),
  });
}
