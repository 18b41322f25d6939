import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle, IconDeviceTablet, IconQrcode } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { inPerson } from '@wardvoice/contract';
import { Panel } from '../../kit/panel.tsx';
import classes from './in-person.module.css';

interface WaysToAnswerProps {
  name: string;
  busyWith: inPerson.AnsweringOn | undefined;
  /** Why the survey could not be started. */
  problem: string | null;
  onChoose: (on: inPerson.AnsweringOn) => void;
  onBack: () => void;
}

/** Asks on which device the person answers. */
export function WaysToAnswer({ name, busyWith, problem, onChoose, onBack }: WaysToAnswerProps) {
  const { t } = useTranslation('terms');
  return (
    <Panel title={t('in_person.ways_title', { name })}>
      {problem && (
        <Alert role="alert" color="red" icon={<IconAlertTriangle />} mb={16}>
          {problem}
        </Alert>
      )}
      <div className={classes.ways}>
        <div>
          <Button
            leftSection={<IconDeviceTablet size={18} stroke={1.75} aria-hidden />}
            loading={busyWith === 'this_device'}
            disabled={busyWith === 'own_phone'}
            aria-describedby="way-device"
            onClick={() => onChoose('this_device')}
          >
            {t('in_person.device')}
          </Button>
          <p id="way-device" className={classes.text}>
            {t('in_person.device_text')}
          </p>
        </div>
        <div>
          <Button
            variant="default"
            leftSection={<IconQrcode size={18} stroke={1.75} aria-hidden />}
            loading={busyWith === 'own_phone'}
            disabled={busyWith === 'this_device'}
            aria-describedby="way-phone"
            onClick={() => onChoose('own_phone')}
          >
            {t('in_person.phone_way')}
          </Button>
          <p id="way-phone" className={classes.text}>
            {t('in_person.phone_text')}
          </p>
        </div>
      </div>
      <Button variant="subtle" onClick={onBack}>
        {t('in_person.not_this_person')}
      </Button>
    </Panel>
  );
}
