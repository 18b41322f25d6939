import { ActionIcon, Alert, Button, SegmentedControl } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconTrash } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { noticeSuccess, noticeTrouble } from '../../ui/domain/notices.ts';
import { StatusBadge, type Hue } from '../../ui/domain/status-badge.tsx';
import { noticeDone } from '../../ui/domain/undo-notice.tsx';
import { confirm } from '../../ui/kit/confirm.ts';
import { ErrorDialog } from '../../ui/kit/error-dialog.tsx';
import type { Failure } from '../../ui/kit/failure.ts';
import { AnchorLink, ButtonLink } from '../../ui/kit/links.tsx';
import { SecretDialog } from '../../ui/kit/secret/secret-dialog.tsx';
import { TopDialog } from '../../ui/kit/top-dialog.tsx';
import { FAILURE, WORDS } from './samples.ts';
import { GalleryFrame, Specimen } from './specimen.tsx';
import classes from './specimen.module.css';

const HUES: readonly Hue[] = [
  'admission',
  'transfer',
  'discharge',
  'casualty',
  'other',
  'good',
  'warn',
  'bad',
  'info',
  'accent',
  'quiet',
];

export function ControlsPage() {
  return (
    <GalleryFrame of="controls">
      <Buttons />
      <Specimen of="StatusBadge" from="ui/domain/status-badge.tsx">
        <div className={classes.row}>
          {HUES.map((hue) => (
            <StatusBadge key={hue} badge={{ hue, icon: IconCheck }}>
              {hue}
            </StatusBadge>
          ))}
          {HUES.map((hue) => (
            <StatusBadge key={hue} badge={{ hue, icon: IconCheck }} soft>
              {hue}
            </StatusBadge>
          ))}
        </div>
      </Specimen>
      <Notices />
      <Dialogs />
    </GalleryFrame>
  );
}

function Buttons() {
  return (
    <>
      <Specimen of="Button" from="@mantine/core">
        <div className={classes.row}>
          <Button>{WORDS.save}</Button>
          <Button variant="default">{WORDS.cancel}</Button>
          <Button variant="subtle">{WORDS.more}</Button>
          <Button color="red" leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}>
            {WORDS.delete}
          </Button>
          <Button loading>{WORDS.saving}</Button>
          <Button disabled>{WORDS.off}</Button>
          <Button size="compact-sm" variant="default">
            {WORDS.small}
          </Button>
          <ActionIcon aria-label={WORDS.done}>
            <IconCheck size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
          <SegmentedControl aria-label={WORDS.view} data={[WORDS.open, WORDS.done]} />
        </div>
      </Specimen>
      <Specimen of="ButtonLink" from="ui/kit/links.tsx">
        <ButtonLink to="/gallery/forms" variant="default">
          {WORDS.forms}
        </ButtonLink>
      </Specimen>
      <Specimen of="AnchorLink" from="ui/kit/links.tsx">
        <AnchorLink to="/gallery/lists">{WORDS.lists}</AnchorLink>
      </Specimen>
    </>
  );
}

function Notices() {
  return (
    <>
      <Specimen of="noticeSuccess" from="ui/domain/notices.ts">
        <div className={classes.row}>
          <Button variant="default" onClick={() => noticeSuccess(WORDS.saved)}>
            noticeSuccess
          </Button>
          <Button variant="default" onClick={() => noticeTrouble(WORDS.trouble, WORDS.troubleText)}>
            noticeTrouble
          </Button>
          <Button variant="default" onClick={() => noticeDone(WORDS.itemDone, () => noticeSuccess(WORDS.undone))}>
            noticeDone
          </Button>
        </div>
      </Specimen>
      <Specimen of="Alert" from="@mantine/core">
        <Alert color="yellow" icon={<IconAlertTriangle />} title={WORDS.trouble}>
          {WORDS.troubleText}
        </Alert>
      </Specimen>
    </>
  );
}

function Dialogs() {
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isSecret, setIsSecret] = useState(false);
  const [isTop, setIsTop] = useState(false);
  const title = useId();
  const text = useId();
  return (
    <>
      <Specimen of="confirm" from="ui/kit/confirm.ts">
        <Button
          variant="default"
          onClick={() => void confirm({ title: WORDS.question, text: WORDS.questionText, dangerous: true })}
        >
          confirm
        </Button>
      </Specimen>
      <Specimen of="ErrorDialog" from="ui/kit/error-dialog.tsx">
        <Button variant="default" onClick={() => setFailure({ ...FAILURE })}>
          ErrorDialog
        </Button>
        <ErrorDialog title={WORDS.trouble} error={failure} onRetry={() => setFailure(null)} />
      </Specimen>
      <Specimen of="SecretDialog" from="ui/kit/secret/secret-dialog.tsx">
        <Button variant="default" onClick={() => setIsSecret(true)}>
          SecretDialog
        </Button>
        <SecretDialog
          title={WORDS.secret}
          warning={WORDS.secretText}
          values={isSecret ? [{ label: WORDS.secret, value: 'example-only' }] : null}
          close={WORDS.kept}
          onClose={() => setIsSecret(false)}
        />
      </Specimen>
      <Specimen of="TopDialog" from="ui/kit/top-dialog.tsx">
        <Button variant="default" onClick={() => setIsTop(true)}>
          TopDialog
        </Button>
        {isTop && (
          <TopDialog labelledBy={title} describedBy={text} className={classes.dialog} onCancel={() => setIsTop(false)}>
            <h2 id={title}>{WORDS.question}</h2>
            <p id={text}>{WORDS.questionText}</p>
            <Button mt={16} onClick={() => setIsTop(false)}>
              {WORDS.cancel}
            </Button>
          </TopDialog>
        )}
      </Specimen>
    </>
  );
}
