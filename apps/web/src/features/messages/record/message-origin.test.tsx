// @vitest-environment jsdom
import { messageTexts } from '@wardvoice/contract';
import i18next from 'i18next';
import { afterEach, expect, it } from 'vitest';
import { messageOf } from '../../../testing/messages.ts';
import { renderAt, screen } from '../../../testing/render.tsx';
import sentences from '../../../ui/domain/languages/pl/sentences.json';
import { MessageErrorBox } from './message-error-box.tsx';
import { MessageWarnings } from './message-origin.tsx';

afterEach(() => i18next.changeLanguage('en'));

const ignored = messageOf(40, {
  state: 'ignored',
  ignored_reason: 'A query contains no facts about a patient. The death that it reports was applied.',
});

it('says why a message was ignored', async () => {
  await renderAt(<MessageWarnings message={ignored} />);
  expect(screen.getByRole('alert').textContent).toBe(
    'Ignored: A query contains no facts about a patient. The death that it reports was applied.',
  );
});

it('says what was unusual about a message that was used', async () => {
  await renderAt(<MessageWarnings message={messageOf(40, { warnings: [messageTexts.WARNINGS.admissionTime] })} />);
  expect(screen.getByRole('alert').textContent).toBe(`${messageTexts.WARNINGS.admissionTime}.`);
});

it('says it in the language of the reader, also why a message is an error', async () => {
  i18next.addResourceBundle('pl', 'sentences', sentences);
  await i18next.changeLanguage('pl');
  await renderAt(
    <>
      <MessageErrorBox error={{ code: '101', field: 'PID-3', text: messageTexts.missing('PID-3') }} />
      <MessageWarnings message={ignored} />
    </>,
  );
  const [error, warning] = screen.getAllByRole('alert').map(({ textContent }) => textContent);
  expect(error).toContain('Brakuje PID-3');
  expect(warning).toContain('Zapytanie nie zawiera faktów o pacjencie. Zgon, który zgłasza, został uwzględniony.');
});
