import { useTranslation } from 'react-i18next';
import { feedbackRecords } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { useMay } from '../../api/session.ts';
import { DeliveryStateMark } from '../../ui/domain/marks.tsx';
import { ReplyForm } from '../../ui/domain/answers/reply-form.tsx';
import { useTerms } from '../../ui/domain/terms.ts';
import { Panel } from '../../ui/kit/panel.tsx';
import { RelativeTime } from '../../ui/kit/time/relative-time.tsx';
import classes from './feedback.module.css';

type Detail = feedbackRecords.FeedbackDetail;

/** Shows what colleagues wrote to the person who answered, and lets one write, where the gate allows it. */
export function ReplyPanel({ record: { id, replies, reply_offer } }: { record: Detail }) {
  const { t } = useTranslation('feedback');
  const mayReply = useMay()('texts.reply');
  if (replies.length === 0 && !mayReply) return null;
  return (
    <Panel title={t('reply_title')}>
      {replies.length > 0 && <Replies replies={replies} />}
      {mayReply && <OfferLine offer={reply_offer} />}
      {mayReply && (reply_offer.channel === 'email' || reply_offer.channel === 'sms') && (
        <ReplyForm
          channel={reply_offer.channel}
          hold={reply_offer.sending_hold}
          send={(body) => call(feedbackRecords.replyToFeedback, { params: { id }, body })}
          topic="feedback"
        />
      )}
    </Panel>
  );
}

/** Says to whom a message would be sent, or why none would be. */
function OfferLine({ offer: { channel, recipient, refusal } }: { offer: feedbackRecords.ReplyOffer }) {
  const { t } = useTranslation('feedback');
  const { word } = useTerms();
  if (refusal === 'anonymous') return <p className={`${classes.offer} wv-quiet`}>{t('reply_anonymous')}</p>;
  if (refusal !== null)
    return <p className={`${classes.offer} wv-quiet`}>{t('reply_refused', { reason: word('reason', refusal) })}</p>;
  return (
    <p className={`${classes.offer} wv-quiet`}>
      {t('reply_to', { channel: channel && word('channel', channel), recipient })}
    </p>
  );
}

function Replies({ replies }: { replies: Detail['replies'] }) {
  const { t } = useTranslation('feedback');
  const { word } = useTerms();
  return (
    <ol className={classes.notes} aria-label={t('replies')}>
      {replies.map((reply) => (
        <li key={reply.id}>
          <div className={classes.who}>
            <bdi>{reply.user_name ?? t('somebody')}</bdi>
            <RelativeTime at={reply.at} />
            <DeliveryStateMark state={reply.state} />
          </div>
          <p className={classes.written} dir="auto">
            {reply.text}
          </p>
          {reply.reason && <p className="wv-quiet">{t('reply_not_sent', { reason: word('reason', reply.reason) })}</p>}
        </li>
      ))}
    </ol>
  );
}
