import { Modal, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SpokenScreen } from './voice-commands.ts';
import { useSpokenWords } from './use-spoken-words.ts';
import classes from './voice-panel.module.css';

interface VoicePanelProps {
  opened: boolean;
  onClose: () => void;
  screens: readonly SpokenScreen[];
  isPossible: boolean;
  isOn: boolean;
  onTurn: (on: boolean) => void;
}

/** Switches listening on, and says what can be said. */
export function VoicePanel({ opened, onClose, screens, isPossible, isOn, onTurn }: VoicePanelProps) {
  const { t } = useTranslation(['voice', 'common']);
  const { phrases } = useSpokenWords();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('title')}
      size={520}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <div className={classes.panel}>
        {isPossible ? (
          <Switch
            label={t('turn_on')}
            description={t('privacy')}
            checked={isOn}
            onChange={(event) => onTurn(event.currentTarget.checked)}
          />
        ) : (
          <p>{t('impossible')}</p>
        )}
        <p className="wv-quiet">{t('help')}</p>
        <div className={classes.columns}>
          <section>
            <h3>{t('screens')}</h3>
            <ul>
              {screens.map(({ title }) => (
                <li key={title}>{title}</li>
              ))}
            </ul>
          </section>
          <section>
            <h3>{t('commands')}</h3>
            <ul>
              {phrases.map(({ kind, ways: [first] }) => (
                <li key={kind}>{first}</li>
              ))}
            </ul>
          </section>
        </div>
      </div>
    </Modal>
  );
}
