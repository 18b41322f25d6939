import { Button, Textarea } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { noticeSuccess } from '../../../ui/domain/notices.ts';
import { StatusBadge } from '../../../ui/domain/status-badge.tsx';
import { ButtonLink } from '../../../ui/kit/links.tsx';
import { Page } from '../../../ui/kit/page.tsx';
import { PanelNote, PanelRow, PanelRows } from '../../../ui/kit/panel-rows.tsx';
import { Panel } from '../../../ui/kit/panel.tsx';
import { RoleSelect } from '../role-select.tsx';
import { WardsInput } from '../../../ui/domain/pickers/wards-input.tsx';
import classes from './invite-page.module.css';
import { MAX_PEOPLE, readPeople } from './read-people.ts';
import { useInvitePeople, type Outcome, type Seat } from './use-invite-people.ts';

/** Invites everybody of a pasted list into the application, with one role and the same wards. */
export function InvitePage() {
  const { t } = useTranslation(['users', 'common']);
  const [text, setText] = useState('');
  const [seat, setSeat] = useState<Seat>({ role_id: null, locations: [] });
  const { outcomes, invite } = useInvitePeople();
  const people = readPeople(text, t('invite_many.twice'));
  const waiting = people.filter(({ email, problem }) => problem === null && isWaiting(outcomes[email]));
  const isTooMany = people.length > MAX_PEOPLE;

  function send(): void {
    invite.mutate(
      { people: waiting, seat },
      { onSuccess: (count) => count > 0 && noticeSuccess(t('invite_many.done', { count })) },
    );
  }

  return (
    <Page
      title={t('invite_many.title')}
      lead={t('invite_many.lead')}
      path={[{ label: t('title'), to: '/users/index' }]}
    >
      <div className={classes.columns}>
        <div className={classes.form}>
          <Textarea
            label={t('invite_many.people')}
            description={t('invite_many.people_help')}
            error={isTooMany && t('invite_many.too_many', { count: MAX_PEOPLE })}
            autosize
            minRows={8}
            maxRows={20}
            maxLength={40_000}
            spellCheck={false}
            dir="auto"
            data-autofocus
            disabled={invite.isPending}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <RoleSelect value={seat.role_id} current={null} onChange={(role_id) => setSeat({ ...seat, role_id })} />
          <WardsInput value={seat.locations} onChange={(locations) => setSeat({ ...seat, locations })} />
          <div className={classes.buttons}>
            <Button disabled={waiting.length === 0 || isTooMany} loading={invite.isPending} onClick={send}>
              {waiting.length === 0 ? t('invite') : t('invite_many.send', { count: waiting.length })}
            </Button>
            <ButtonLink variant="default" to="/users/index">
              {t('invite_many.back')}
            </ButtonLink>
          </div>
        </div>
        <Panel title={t('invite_many.list')} flush>
          {people.length === 0 ? (
            <PanelNote>{t('invite_many.nobody')}</PanelNote>
          ) : (
            <PanelRows
              label={t('invite_many.list')}
              columns="minmax(0, 2fr) minmax(0, 3fr) minmax(0, 3fr)"
              aria-busy={invite.isPending}
            >
              {people.map((one) => (
                <PanelRow key={one.line}>
                  <span>{one.name ? <bdi>{one.name}</bdi> : t('invite_many.line', { number: one.line })}</span>
                  <span dir="ltr" className={classes.email}>
                    {one.email}
                  </span>
                  <span>
                    <OutcomeMark problem={one.problem} outcome={outcomes[one.email]} />
                  </span>
                </PanelRow>
              ))}
            </PanelRows>
          )}
        </Panel>
      </div>
    </Page>
  );
}

/** Whoever was refused can be tried again. */
const isWaiting = (outcome: Outcome | undefined): boolean => outcome === undefined || outcome.state === 'refused';

interface OutcomeMarkProps {
  /** What is wrong with the line; null when it can be sent. */
  problem: string | null;
  outcome: Outcome | undefined;
}

function OutcomeMark({ problem, outcome }: OutcomeMarkProps) {
  const { t } = useTranslation('users');
  const why = problem ?? (outcome?.state === 'refused' ? outcome.why : null);
  if (why !== null)
    return (
      <span className={classes.problem}>
        <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
        <bdi>{why}</bdi>
      </span>
    );
  return outcome === undefined || outcome.state === 'refused' ? (
    <StatusBadge badge={{ hue: 'quiet', icon: IconMail }}>{t('invite_many.ready')}</StatusBadge>
  ) : (
    <StatusBadge badge={{ hue: 'good', icon: IconCheck }}>{t(`invite_many.${outcome.state}`)}</StatusBadge>
  );
}
