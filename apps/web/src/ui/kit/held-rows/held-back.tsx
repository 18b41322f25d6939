import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './held-back.module.css';
import type { HeldRows } from './use-held-rows.ts';

interface HeldBackProps {
  held: Pick<HeldRows<unknown>, 'added' | 'gone' | 'isHeld' | 'show'>;
  /** Called after the rows were shown and the button is gone. */
  onShown: () => void;
}

/** Says what a list holds back, over its upper edge, so that it moves nothing itself. */
export function HeldBack({ held: { added, gone, isHeld, show }, onShown }: HeldBackProps) {
  const { t } = useTranslation();
  const parts = [added > 0 && t('list.new', { count: added }), gone.size > 0 && t('list.gone', { count: gone.size })];
  const words = parts.filter(Boolean).join(' · ') || t('list.moved');
  const onClick = () => {
    show();
    onShown();
  };
  return (
    <div className={classes.edge} role="status">
      {isHeld && (
        <Button size="compact-xs" radius="xl" className={classes.button} onClick={onClick}>
          {words} · {t('list.show_changes')}
        </Button>
      )}
    </div>
  );
}
