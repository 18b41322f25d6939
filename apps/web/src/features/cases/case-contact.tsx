import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { cases } from '@wardvoice/contract';
import { useSeesWard } from '../../api/session.ts';
import { Fact, FactList } from '../../ui/kit/facts.tsx';
import { useFormats } from '../../ui/kit/formats.ts';
import { AnchorLink } from '../../ui/kit/links.tsx';
import { FeedbackLink } from '../../ui/domain/answers/feedback-link.tsx';
import { useTerms } from '../../ui/domain/terms.ts';
import classes from './case-page.module.css';

export function CaseContact({ record }: { record: cases.CaseDetail }) {
  const { t } = useTranslation('cases');
  const { number } = useFormats();
  const { languageName } = useTerms();
  const seesPatient = useSeesWard()(record.location);
  return (
    <>
      <FactList>
        <Fact label={t('phone')}>
          {record.phone && (
            <span className={classes.ways}>
              <Anchor href={`tel:${record.phone}`} dir="ltr">
                {record.phone}
              </Anchor>
              <Anchor href={`sms:${record.phone}`}>{t('sms')}</Anchor>
            </span>
          )}
        </Fact>
        <Fact label={t('email')}>
          {record.email && <Anchor href={`mailto:${record.email}`}>{record.email}</Anchor>}
        </Fact>
        <Fact label={t('language')}>{record.language !== null && languageName(record.language)}</Fact>
        <Fact label={t('survey')}>{record.survey_title}</Fact>
        <Fact label={t('score')}>{record.score !== null && number(record.score, { maximumFractionDigits: 0 })}</Fact>
      </FactList>
      {!record.phone && !record.email && (
        <p className={`${classes.note} wv-quiet`}>
          {record.kiosk_label === null ? t('no_contact') : t('kiosk_contact', { label: record.kiosk_label })}
        </p>
      )}
      <div className={classes.links}>
        <FeedbackLink id={record.feedback_id}>{t('open_feedback')}</FeedbackLink>
        {record.text_id !== null && (
          <AnchorLink to="/texts/$id" params={{ id: String(record.text_id) }}>
            {t('open_text')}
          </AnchorLink>
        )}
        {record.visit_id !== null && seesPatient && (
          <AnchorLink to="/visits/$id" params={{ id: String(record.visit_id) }}>
            {t('open_visit')}
          </AnchorLink>
        )}
        {record.contact_id !== null && (
          <AnchorLink to="/contacts/$id" params={{ id: String(record.contact_id) }}>
            {t('open_contact')}
          </AnchorLink>
        )}
        {record.message_id !== null && seesPatient && (
          <AnchorLink to="/messages/$id" params={{ id: String(record.message_id) }}>
            {t('open_message')}
          </AnchorLink>
        )}
      </div>
    </>
  );
}
