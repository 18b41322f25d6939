import { Autocomplete } from '@mantine/core';
import { use, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ScreensOfMenu } from '../../ui/domain/menu-entry.ts';

interface LandingPageInputProps {
  /** Address of the screen; empty: the dashboard. */
  value: string;
  onChange: (path: string) => void;
  error?: ReactNode;
}

/** Offers the screens of the menu, found by their names; any other address can be typed, for example one with filters. */
export function LandingPageInput({ value, onChange, error }: LandingPageInputProps) {
  const { t } = useTranslation('users');
  const screens = use(ScreensOfMenu);
  const titles = new Map(screens.map(({ path, title }) => [path, title]));
  const headings = [...new Set(screens.map(({ heading }) => heading))];
  const data = headings.map((heading) => ({
    group: heading ?? '',
    items: screens.filter((screen) => screen.heading === heading).map(({ path }) => path),
  }));
  const isFound = (path: string, search: string) =>
    `${titles.get(path) ?? ''} ${path}`.toLowerCase().includes(search.trim().toLowerCase());
  return (
    <Autocomplete
      label={t('landing_page')}
      description={titles.get(value) ?? t('landing_page_help')}
      placeholder={t('landing_page_none')}
      maxLength={300}
      dir="ltr"
      data={data}
      value={value}
      onChange={onChange}
      error={error}
      clearable
      // A chosen screen does not hide the others.
      filter={({ options, search }) =>
        titles.has(search)
          ? options
          : options.flatMap((option) => {
              if (!('group' in option)) return isFound(option.value, search) ? option : [];
              const items = option.items.filter((item) => isFound(item.value, search));
              return items.length > 0 ? { ...option, items } : [];
            })
      }
      renderOption={({ option }) => (
        <span>
          {titles.get(option.value)} <span className="wv-quiet">{option.value}</span>
        </span>
      )}
    />
  );
}
