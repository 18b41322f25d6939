import { Button } from '@mantine/core';
import { IconBell, IconCheck, IconSend } from '@tabler/icons-react';
import { CaseStateMark, ChannelMark, DeliveryStateMark, EventMark } from '../../ui/domain/marks.tsx';
import { Timeline } from '../../ui/domain/timeline/timeline.tsx';
import { Columns } from '../../ui/kit/columns.tsx';
import { Fact, FactLine, FactList } from '../../ui/kit/facts.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
import { WORDS } from './samples.ts';
import { GalleryFrame, Specimen } from './specimen.tsx';
import classes from './specimen.module.css';

export function RecordsPage() {
  return (
    <GalleryFrame of="records">
      <Specimen of="Timeline" from="ui/domain/timeline/timeline.tsx">
        <Timeline
          label={WORDS.answers}
          items={[
            {
              key: 'sent',
              badge: { hue: 'info', icon: IconSend },
              title: 'Survey sent',
              detail: 'SMS',
              at: '2026-11-18T09:00:00.000Z',
            },
            {
              key: 'case',
              badge: { hue: 'warn', icon: IconBell },
              title: 'Case opened',
              at: '2026-11-18T10:20:00.000Z',
              action: (
                <Button size="compact-sm" variant="default">
                  {WORDS.open}
                </Button>
              ),
            },
            {
              key: 'closed',
              badge: { hue: 'good', icon: IconCheck },
              title: 'Case closed',
              at: '2026-11-19T08:00:00.000Z',
            },
          ]}
        />
      </Specimen>
      <Specimen of="Columns" from="ui/kit/columns.tsx">
        <Columns>
          <Panel title={WORDS.where}>{WORDS.nameHint}</Panel>
          <Panel title={WORDS.notes}>{WORDS.furtherText}</Panel>
        </Columns>
      </Specimen>
      <Specimen of="Panel" from="ui/kit/panel.tsx">
        <Panel
          title={WORDS.ward}
          actions={
            <Button size="compact-sm" variant="default">
              {WORDS.more}
            </Button>
          }
        >
          {WORDS.questionText}
        </Panel>
      </Specimen>
      <Specimen of="FactLine" from="ui/kit/facts.tsx">
        <FactLine>
          <Fact label={WORDS.ward}>Ash</Fact>
          <Fact label={WORDS.beds}>18</Fact>
        </FactLine>
      </Specimen>
      <Specimen of="FactList" from="ui/kit/facts.tsx">
        <FactList>
          <Fact label={WORDS.ward}>Birch</Fact>
          <Fact label={WORDS.beds}>24</Fact>
        </FactList>
      </Specimen>
      <Specimen of="CaseStateMark" from="ui/domain/marks.tsx">
        <div className={classes.row}>
          <CaseStateMark state="new" />
          <CaseStateMark state="claimed" />
          <CaseStateMark state="closed" />
          <DeliveryStateMark state="sent" />
          <DeliveryStateMark state="failed" />
          <ChannelMark channel="sms" />
          <EventMark event="A01" />
          <EventMark event="A03" soft />
        </div>
      </Specimen>
    </GalleryFrame>
  );
}
