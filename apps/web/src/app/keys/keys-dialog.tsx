import { Modal, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { setSingleKeys, useKeyList, useSingleKeys } from '../../ui/kit/browser/keys.ts';
import classes from './keys-dialog.module.css';

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);

/** Lists the keys of the screen that is open, and switches those without Ctrl off. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['shell', 'common']);
  const isOn = useSingleKeys();
  const keys = useKeyList().filter((one) => isOn || one.withControl);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('keys.title')}
      size={460}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <dl className={classes.keys}>
        {keys.map(({ key, withControl, label }) => (
          <div key={key} className={classes.row}>
            <dt>
              {withControl && <kbd className={classes.key}>{isMac ? '⌘' : 'Ctrl'}</kbd>}{' '}
              <kbd className={classes.key}>{key.toUpperCase()}</kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
      <Switch
        label={t('keys.single')}
        description={t('keys.single_help')}
        checked={isOn}
        onChange={(event) => setSingleKeys(event.currentTarget.checked)}
      />
    </Modal>
  );
}
