import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { texts } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { useInvalidate } from '../../api/invalidate.ts';
import { useMay, useSeesWard } from '../../api/session.ts';
import { Fact, FactLine } from '../../ui/kit/facts.tsx';
import { AnchorLink } from '../../ui/kit/links.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
import { OpenCaseDialog } from '../../ui/domain/open-case-dialog.tsx';
import { Record } from '../../ui/domain/record.tsx';
import { ReplyForm } from '../../ui/domain/answers/reply-form.tsx';
import { TextMarks } from './text-marks.tsx';
import { TextThread } from './text-thread.tsx';
import classes from './texts.module.css';
import { useTextName } from './use-text-name.ts';

export function TextPage() {
  const { t } = useTranslation('texts');
  const { id } = useParams({ from: '/shell/texts/$id' });
  const query = useQuery(
    ask(texts.getText, { params: { id: Number(id) } }, { topics: ['texts', 'deliveries'], failureIsShown: true }),
  );
  useReading(query.data?.data);
  const path = [{ label: t('title'), to: '/texts/index' }];
  return (
    <Record query={query} title={t('plain_title')} path={path}>
      {(text) => <TextRecord key={text.id} text={text} path={path} />}
    </Record>
  );
}

/** Marks a text as read when it is opened. */
function useReading(text: texts.InboundTextDetail | undefined): void {
  const invalidate = useInvalidate();
  const unreadId = text && text.read_at === null ? text.id : null;
  useEffect(() => {
    if (unreadId === null) return;
    // When this fails the text stays unread, and the next person who opens it tries again.
    void call(texts.readText, { params: { id: unreadId } }).then(
      () => void invalidate('texts'),
      () => undefined,
    );
  }, [invalidate, unreadId]);
}

function TextRecord({ text, path }: { text: texts.InboundTextDetail; path: { label: string; to: string }[] }) {
  const { t } = useTranslation(['texts', 'common']);
  const may = useMay();
  const seesWard = useSeesWard();
  const name = useTextName()(text);
  return (
    <Page
      title={name}
      path={path}
      heading={
        <>
          <bdi>{name}</bdi>
          <TextMarks text={text} soft />
        </>
      }
      lead={
        <FactLine>
          <Fact label={t('from')}>{text.from_address}</Fact>
          <Fact label={t('common:ward')}>{text.location}</Fact>
          <Fact label={t('survey')}>{text.survey_title}</Fact>
          <Fact label={t('patient')}>
            {text.patient_id !== null && seesWard(text.location) && may('messages.list') && (
              <AnchorLink to="/patients/$id" params={{ id: String(text.patient_id) }}>
                {name}
              </AnchorLink>
            )}
          </Fact>
          <Fact label={t('case')}>
            {text.case_id !== null && (
              <AnchorLink to="/cases/$id" params={{ id: String(text.case_id) }}>
                {t('case_number', { id: text.case_id })}
              </AnchorLink>
            )}
          </Fact>
          <Fact label={t('read_by')}>{text.read_by_name}</Fact>
        </FactLine>
      }
      actions={<OpenCaseDialog about={{ text_id: text.id }} />}
    >
      {text.harm && (
        <p className={classes.harm} role="status">
          {t('harm_text')}
        </p>
      )}
      {text.understood === 'stop' && text.doubtful && (
        <p className={classes.doubt} role="status">
          {t('doubtful_text')}
        </p>
      )}
      <div className={classes.columns}>
        <Panel title={t('thread')}>
          <TextThread thread={text.thread} currentId={text.id} name={name} />
        </Panel>
        {may('texts.reply') && (
          <Panel title={t('reply_title')}>
            {text.can_reply ? <TextReply text={text} /> : <p className={classes.plain}>{t('reply_none')}</p>}
          </Panel>
        )}
      </div>
    </Page>
  );
}

function TextReply({ text: { id, channel, sending_hold } }: { text: texts.InboundTextDetail }) {
  return (
    <ReplyForm
      channel={channel}
      hold={sending_hold}
      send={(body) => call(texts.replyToText, { params: { id }, body })}
      topic="texts"
    />
  );
}
