/** @jsxRuntime automatic */
import { ownName } from '@wardvoice/contract';
import type { FormQuestion, SurveyForm } from '../../features/survey-content/index.ts';
import { fieldOf, type GivenAnswer } from '../../features/feedback/index.ts';
import { renderPage, type Hospital } from '../document.tsx';
import { kioskWords } from '../texts/kiosk-words.ts';
import { portalWords, type PortalWords } from '../texts/portal-words.ts';
import { Question } from './question.tsx';
import { inSections, Section } from './section.tsx';
import { carried, staffAddress, type PortalQuery } from '../read-form.ts';
import type { KioskFrame } from '../kiosk/kiosk-frame.ts';
import { StillThere } from '../kiosk/still-there.tsx';
import { TakeBack } from './take-back.tsx';

/** Where the form sends its answers. */
export interface FormPlace {
  action: string;
  /** Address where the script stores answers while they are given. Undefined: it stores none. */
  draft?: string;
  /** Set on a kiosk, where the next person must not find anything of the one before. */
  kiosk?: { frame: KioskFrame; onceToken: string };
  /** Set on a device of the staff: the address at which they go on when they have it back. */
  staff?: string | null;
}

/** Returns where the form behind a patient's link sends its answers. */
export function linkForm(
  token: string,
  { language, revision }: Pick<SurveyForm, 'language' | 'revision'>,
  query: Pick<PortalQuery, 'departmentId' | 'listId' | 'messageId'>,
): FormPlace {
  const path = `/feedback/${encodeURIComponent(token)}`;
  const search = new URLSearchParams({ lang: language, revision: String(revision), ...carried(query) });
  return {
    action: `${path}?${search.toString()}`,
    draft: `/api/v1${path}/draft?revision=${revision}`,
    staff: staffAddress(query),
  };
}

export interface SurveyPageProps {
  survey: SurveyForm;
  hospital: Hospital;
  form: FormPlace;
  /** The answers so far, valid or not. */
  answers: readonly GivenAnswer[];
  /** The errors by field, in the page's language; empty when there are none. */
  errors: Readonly<Record<string, readonly string[]>>;
  largeText: boolean;
}

/** Renders the page on which a patient answers. */
export function renderSurvey(props: SurveyPageProps): string {
  const { survey, hospital, errors, largeText, form } = props;
  const words = portalWords(survey.language);
  const isWrong = Object.keys(errors).length > 0;
  return renderPage({
    language: survey.language,
    title: isWrong ? `${words.error} ${survey.title}` : survey.title,
    hospital,
    largeText,
    // On a device of the staff, a page that the browser keeps in its memory is emptied and fetched again.
    kiosk: form.kiosk?.frame ?? (form.staff ? { start: form.action } : undefined),
    languages: <LanguageButtons survey={survey} words={words} />,
    children: <SurveyBody {...props} words={words} />,
  });
}

function SurveyBody({ survey, form, answers, errors, words }: SurveyPageProps & { words: PortalWords }) {
  const numbered = survey.questions.filter(({ condition }) => condition === null);
  const { action, draft, kiosk, staff } = form;
  return (
    <form
      id="f"
      method="post"
      action={action}
      data-draft={draft}
      noValidate
      autoComplete={kiosk || staff ? 'off' : undefined}
    >
      {kiosk && <input type="hidden" name="form" value={kiosk.onceToken} />}
      <ErrorSummary survey={survey} errors={errors} words={words} />
      <h1>{survey.title}</h1>
      {survey.introduction && <p className="lead">{survey.introduction}</p>}
      <p className="soft small">{kiosk ? kioskWords(survey.language).anonymous : words.privacy}</p>
      {inSections(survey.questions).map(({ section, questions }) => (
        <Section key={questions[0]?.id} section={section}>
          {questions.map((question) => (
            <Question
              key={question.id}
              question={question}
              step={question.condition ? null : words.step(numbered.indexOf(question) + 1, numbered.length)}
              unless={conditionText(question, survey, words)}
              given={answers.find(({ question_id }) => question_id === question.id)}
              problem={errors[fieldOf(question.id)]?.[0]}
              words={words}
              language={survey.language}
            />
          ))}
        </Section>
      ))}
      <p className="care">{words.urgent}</p>
      <button id="s" className="send" data-t={words.sending}>
        {words.send}
      </button>
      <div className="end soft small" hidden>
        <p id="p" data-t={words.progress} />
        <p>{kiosk ? kioskWords(survey.language).not_kept : words.kept}</p>
      </div>
      {kiosk && <StillThere frame={kiosk.frame} language={survey.language} />}
      {staff && <TakeBack address={staff} language={survey.language} />}
    </form>
  );
}

/** Returns for which answers a question is meant; null for a question that is always asked. */
function conditionText(
  { condition }: FormQuestion,
  { questions, language }: SurveyForm,
  words: PortalWords,
): string | null {
  const titles = (condition?.of ?? []).flatMap(({ question_id, option_id }) => {
    const before = questions.find(({ id }) => id === question_id);
    return before?.options.find(({ id }) => id === option_id)?.title ?? [];
  });
  if (titles.length === 0) return null;
  const list = new Intl.ListFormat(language, { type: condition?.match === 'any' ? 'disjunction' : 'conjunction' });
  return words.if_answered(list.format(titles.map((title) => words.quoted(title))));
}

/** Buttons for the other languages. Each sends the form, so that the answers are kept. */
function LanguageButtons({ survey, words }: { survey: SurveyForm; words: PortalWords }) {
  if (survey.languages.length < 2) return <span />;
  return (
    <nav aria-label={words.language}>
      {/* Enter presses the first button of a form, which is to send the answers and not to change the language. */}
      <button className="off" form="f" tabIndex={-1} aria-hidden="true">
        {words.send}
      </button>
      {survey.languages.map((language) =>
        language === survey.language ? (
          <b key={language} aria-current="true" lang={language}>
            {ownName(language)}
          </b>
        ) : (
          <button key={language} form="f" name="language" value={language} lang={language}>
            {ownName(language)}
          </button>
        ),
      )}
    </nav>
  );
}

/** The list of errors, each with a link to its question. It gets the focus, also without scripts. */
function ErrorSummary({
  survey,
  errors,
  words,
}: {
  survey: SurveyForm;
  errors: SurveyPageProps['errors'];
  words: PortalWords;
}) {
  const wrong = survey.questions.filter(({ id }) => errors[fieldOf(id)]);
  if (wrong.length === 0) return null;
  return (
    <div id="errors" className="sum" role="alert" tabIndex={-1} autoFocus>
      <h2>{words.look_again}</h2>
      <ul>
        {wrong.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${fieldOf(id)}`}>{title}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}
