import { Button } from '@mantine/core';
import clsx from 'clsx';
import { useTranslation } from 'react-i18next';
import type { QueryOf, messages } from '@wardvoice/contract';
import { inOwnWords } from '../../../api/sentences.ts';
import { useFormats } from '../../../ui/kit/formats.ts';
import { AnchorLink } from '../../../ui/kit/links.tsx';
import { RelativeTime } from '../../../ui/kit/time/relative-time.tsx';
import { Panel } from '../../../ui/kit/panel.tsx';
import { selectionOf } from './cause-selection.ts';
import classes from './error-causes.module.css';
import type { ReprocessErrors } from './reprocess-errors.tsx';

interface ErrorCausesProps {
  causes: readonly messages.ErrorCause[];
  search: QueryOf<typeof messages.listErrors>;
  /** Null where the person may only look. */
  reprocess: ReprocessErrors | null;
}

export function ErrorCauses({ causes, search, reprocess }: ErrorCausesProps) {
  const { t } = useTranslation('messages');
  const { number } = useFormats();
  return (
    <Panel title={t('errors.causes')} flush>
      <ul>
        {causes.map((cause) => {
          const selection = selectionOf(cause);
          const shown =
            search.code === selection.code &&
            search.field === selection.field &&
            search.sending_application === selection.sending_application;
          const text = `${inOwnWords(cause.text)} ${t('errors.from', { sender: cause.sending_application ?? t('errors.unknown_sender') })}`;
          return (
            <li
              key={JSON.stringify([cause.code, cause.field, cause.text, cause.sending_application])}
              className={clsx(classes.cause, shown && classes.shown)}
            >
              <span className={classes.count}>{number(cause.count)} ×</span>
              <span className={classes.words}>
                <AnchorLink
                  to="/messages/errors"
                  search={shown ? {} : selection}
                  c="inherit"
                  fw={500}
                  aria-current={shown || undefined}
                >
                  {text}
                </AnchorLink>
                <span className={classes.small}>
                  <span className="wv-code">{[cause.code, cause.field].filter(Boolean).join(' ')}</span>
                  <span>
                    {t('errors.first')} <RelativeTime at={cause.first_at} />
                  </span>
                  <span>
                    {t('errors.last')} <RelativeTime at={cause.last_at} />
                  </span>
                </span>
              </span>
              {reprocess && (
                <Button
                  variant="default"
                  disabled={reprocess.isBusy}
                  aria-label={t('errors.group_label', { count: cause.count, text })}
                  onClick={() => void reprocess.group(cause, text)}
                >
                  {t('errors.group', { count: cause.count })}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
