import { Drawer, UnstyledButton } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HelpText } from './help-text.tsx';
import { helpTopicOf } from './help-topic.ts';
import classes from './help.module.css';

/** Opens what the screen is for and what can be done there. A screen without help has no button. */
export function HelpButton() {
  const { t } = useTranslation(['shell', 'common']);
  const topic = helpTopicOf(useRouterState({ select: (state) => state.matches.at(-1)?.fullPath ?? '' }));
  const [openedFor, setOpenedFor] = useState<string | null>(null);
  if (topic === null) return null;
  return (
    <>
      <UnstyledButton className={classes.open} aria-label={t('help')} onClick={() => setOpenedFor(topic)}>
        <IconHelpCircle size={16} stroke={1.75} aria-hidden />
        <span className={classes.word}>{t('help')}</span>
      </UnstyledButton>
      <Drawer
        opened={openedFor === topic}
        onClose={() => setOpenedFor(null)}
        position="right"
        size={380}
        title={t('help')}
        closeButtonProps={{ 'aria-label': t('common:close') }}
      >
        <HelpText topic={topic} />
      </Drawer>
    </>
  );
}
