import { Button, Drawer, Radio, Switch } from '@mantine/core';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../ui/kit/confirm.ts';
import classes from './layout-panel.module.css';
import { SKINS, type LayoutSwitch } from './layout-settings.ts';
import { resetToFactory, setSkin, setSwitch, useLayout } from './layout-store.ts';

const SWITCHES: readonly LayoutSwitch[] = [
  'fixedHeader',
  'fixedNavigation',
  'fixedRibbon',
  'fixedFooter',
  'insideContainer',
  'menuOnTop',
  'rtl',
  'colorblindFriendly',
  'sounds',
];
/** Those that need a line of explanation. */
const EXPLAINED = ['rtl', 'colorblindFriendly', 'sounds'] as const;

interface LayoutPanelProps {
  opened: boolean;
  onClose: () => void;
}

export function LayoutPanel({ opened, onClose }: LayoutPanelProps) {
  const { t } = useTranslation(['layout', 'common']);
  const settings = useLayout();
  const reset = async () => {
    const question = { title: t('reset'), text: t('reset_question'), dangerous: true };
    if (await confirm(question)) resetToFactory();
  };

  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={t('title')}
      size={340}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <div className={classes.panel}>
        <fieldset className={classes.part}>
          <legend>{t('arrangement')}</legend>
          {SWITCHES.map((name) => (
            <Fragment key={name}>
              <Switch
                label={t(name)}
                checked={settings[name]}
                onChange={(event) => setSwitch(name, event.currentTarget.checked)}
              />
              {EXPLAINED.filter((one) => one === name).map((one) => (
                <p key={one} className={classes.help}>
                  {t(`${one}_help`)}
                </p>
              ))}
            </Fragment>
          ))}
        </fieldset>
        <Radio.Group
          label={t('skin')}
          value={settings.skin}
          onChange={(skin) => setSkin(skin)}
          classNames={{ root: classes.part ?? '' }}
        >
          <div className={classes.skins}>
            {SKINS.map(({ name, title }) => (
              <Radio.Card key={name} value={name} className={classes.skin ?? ''}>
                <span className={classes.sample} data-skin={name} aria-hidden>
                  <i />
                  <i />
                  <i />
                </span>
                <span className={classes.skinName}>
                  <Radio.Indicator size="xs" />
                  {title}
                </span>
              </Radio.Card>
            ))}
          </div>
        </Radio.Group>
        <div className={classes.part}>
          <Button variant="default" onClick={() => void reset()}>
            {t('reset')}
          </Button>
        </div>
      </div>
    </Drawer>
  );
}
