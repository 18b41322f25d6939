import { useTranslation } from 'react-i18next';
import type { options } from '@wardvoice/contract';
import { AnchorLink } from '../../../ui/kit/links.tsx';
import { RemoveButton } from '../../../ui/kit/row-buttons.tsx';
import { CallsMark } from './calls-mark.tsx';
import classes from './options-panel.module.css';

interface OptionLineProps {
  option: options.Option;
  /** Undefined: it cannot be taken away here. */
  onRemove?: (() => void) | undefined;
}

/** Shows one answer of a question or a scale in a line. */
export function OptionLine({ option, onRemove }: OptionLineProps) {
  const { t } = useTranslation('surveys');
  return (
    <div className={classes.line}>
      <AnchorLink to="/options/$id" params={{ id: String(option.id) }} c="inherit">
        <bdi>{option.title}</bdi>
      </AnchorLink>
      <span className={classes.value}>{option.value ?? t('options.no_value')}</span>
      <CallsMark option={option} />
      {onRemove && <RemoveButton label={t('options.remove', { name: option.title })} onClick={onRemove} />}
    </div>
  );
}
