import { Button, Group } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { results, type QueryOf } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { RelativeTime } from '../../ui/kit/time/relative-time.tsx';
import { FeedbackLink } from '../../ui/domain/answers/feedback-link.tsx';
import { NamesLeftOut } from '../../ui/domain/answers/names-left-out.tsx';
import { OpenCaseDialog } from '../../ui/domain/open-case-dialog.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
import classes from './results.module.css';

const PER_PAGE = 10;

interface CommentsProps {
  surveyId: number;
  search: QueryOf<typeof results.getResults>;
}

/** In the patients' own words, a page at a time. */
export function Comments({ surveyId, search }: CommentsProps) {
  const { t } = useTranslation('results');
  const [page, setPage] = useState(1);
  const { from, to, location, department_id, language: asked } = search;
  const filters = { from, to, location, department_id, language: asked };
  const { data: list } = useQuery({
    ...ask(results.listComments, { params: { id: surveyId }, query: { ...filters, page, per_page: PER_PAGE } }),
    placeholderData: keepPreviousData,
  });
  return (
    <Panel title={t('comments')}>
      {list?.data.length === 0 ? (
        <p className="wv-quiet">{t('no_comments')}</p>
      ) : (
        <ul className={classes.comments} aria-label={t('comments')} aria-busy={!list}>
          {list?.data.map(({ id, feedback_id, text, question, language, at }) => (
            <li key={id}>
              <p className={classes.comment} lang={language} dir="auto">
                {text}
              </p>
              <div className={classes.commentFoot}>
                <p className={classes.help}>
                  <span dir="auto">{question}</span> · <RelativeTime at={at} />
                </p>
                <Group gap={12}>
                  <FeedbackLink id={feedback_id} />
                  <OpenCaseDialog about={{ answer_id: id }} size="compact-xs" />
                </Group>
              </div>
            </li>
          ))}
        </ul>
      )}
      <NamesLeftOut of={list?.data ?? []} />
      {list && list.last_page > 1 && (
        <div className={classes.pages}>
          <Button variant="default" size="compact-sm" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t('newer')}
          </Button>
          <Button
            variant="default"
            size="compact-sm"
            disabled={page >= list.last_page}
            onClick={() => setPage(page + 1)}
          >
            {t('older')}
          </Button>
        </div>
      )}
    </Panel>
  );
}
