import { useLocalStorage } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { playSound } from '../../ui/kit/browser/sounds.ts';
import { setSwitch } from '../layout/layout-store.ts';
import { canListen, listen } from './recognition.ts';
import { useSpokenWords } from './use-spoken-words.ts';
import { understand, type SpokenScreen, type VoiceCommand } from './voice-commands.ts';

const MATCHED_MS = 2_000;
const NO_MATCH_MS = 5_000;
const SCROLL_SHARE = 0.8;
/** Commands that show no notice, because their effect is plain. */
const SILENT: readonly VoiceCommand['kind'][] = ['mute', 'unmute', 'stop'];

interface Voice {
  isPossible: boolean;
  isOn: boolean;
  turn: (on: boolean) => void;
}

interface VoiceOptions {
  screens: readonly SpokenScreen[];
  onMenu: (shown: boolean) => void;
  onHelp: () => void;
  onSignOut: () => void;
}

/** Voice commands, off until somebody switches them on; the choice is kept in the browser. */
export function useVoice(options: VoiceOptions): Voice {
  const { t } = useTranslation('voice');
  const words = useSpokenWords();
  const router = useRouter();
  const [isOn, setOn] = useLocalStorage({ key: 'sm-voice', defaultValue: false, getInitialValueInEffect: false });

  const obey = useCallback(
    (command: VoiceCommand) => {
      const { onMenu, onHelp, onSignOut } = options;
      switch (command.kind) {
        case 'go':
          return void router.navigate(command.link);
        case 'back':
          return router.history.back();
        case 'top':
          return window.scrollTo({ top: 0 });
        case 'up':
          return window.scrollBy({ top: -SCROLL_SHARE * window.innerHeight });
        case 'down':
          return window.scrollBy({ top: SCROLL_SHARE * window.innerHeight });
        case 'hide_menu':
          return onMenu(false);
        case 'show_menu':
          return onMenu(true);
        case 'mute':
          return setSwitch('sounds', false);
        case 'unmute':
          return setSwitch('sounds', true);
        case 'stop':
          return setOn(false);
        case 'help':
          return onHelp();
        case 'sign_out':
          return onSignOut();
      }
    },
    [options, router, setOn],
  );

  const hear = (alternatives: string[]) => {
    const understood = understand(alternatives, options.screens, words);
    if (understood) {
      const { command, phrase } = understood;
      if (!SILENT.includes(command.kind))
        notifications.show({ title: phrase, message: t('loading'), autoClose: MATCHED_MS, role: 'status' });
      playSound('done');
      obey(command);
    } else {
      playSound('trouble');
      notifications.show({
        title: t('no_match', { heard: alternatives[0]?.trim() ?? '' }),
        message: t('speak_clearly'),
        color: 'red',
        autoClose: NO_MATCH_MS,
        role: 'alert',
      });
    }
  };
  const latest = useRef(hear);
  useEffect(() => {
    latest.current = hear;
  });

  useEffect(() => {
    if (!isOn || !canListen()) return;
    return listen({
      language: t('recognised_language'),
      onHeard: (alternatives) => latest.current(alternatives),
      onTrouble(trouble) {
        notifications.show({
          title: t('title'),
          message: t(trouble),
          color: 'red',
          autoClose: NO_MATCH_MS,
          role: 'alert',
        });
        if (trouble === 'blocked') setOn(false);
      },
    });
  }, [isOn, setOn, t]);

  return { isPossible: canListen(), isOn, turn: setOn };
}
