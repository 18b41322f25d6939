import { Button, Menu } from '@mantine/core';
import {
  IconBookmark,
  IconCheck,
  IconChevronDown,
  IconPencil,
  IconPlus,
  IconRestore,
  IconTrash,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { savedViews } from '@wardvoice/contract';
import classes from './saved-views.module.css';
import type { ListViews } from './use-saved-views.ts';

interface ViewsMenuProps {
  of: ListViews;
  /** Whether the person may change the view in use. */
  mayChange: boolean;
  onSaveNew: () => void;
  onRename: () => void;
  onDelete: () => void;
}

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** A menu with the views of the list, and what can be done with the one in use, whose name it shows. */
export function ViewsMenu({ of, mayChange, onSaveNew, onRename, onDelete }: ViewsMenuProps) {
  const { t } = useTranslation('saved_views');
  const { views, inUse, isChanged, address, open } = of;
  return (
    <Menu position="bottom-start" width={260}>
      <Menu.Target>
        <Button
          variant="default"
          size="compact-sm"
          className={classes.menu ?? ''}
          aria-label={inUse ? t('in_use', { name: inUse.name }) : t('menu')}
          leftSection={<IconBookmark size={14} stroke={1.75} aria-hidden />}
          rightSection={<IconChevronDown size={14} stroke={1.75} aria-hidden />}
        >
          <bdi className={classes.name}>{inUse?.name ?? t('menu')}</bdi>
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.dropdown ?? ''}>
        <Group title={t('own')} views={views.filter(({ shared }) => !shared)} inUse={inUse} onOpen={open} />
        <Group title={t('shared')} views={views.filter(({ shared }) => shared)} inUse={inUse} onOpen={open} />
        {(address !== '' || inUse) && <Menu.Divider />}
        {inUse && isChanged && (
          <Menu.Item leftSection={<IconRestore {...ICON} />} onClick={() => open(inUse)}>
            {t('back')}
          </Menu.Item>
        )}
        {address !== '' && (
          <Menu.Item leftSection={<IconPlus {...ICON} />} onClick={onSaveNew}>
            {t('save_new')}
          </Menu.Item>
        )}
        {mayChange && (
          <>
            <Menu.Item leftSection={<IconPencil {...ICON} />} onClick={onRename}>
              {t('rename')}
            </Menu.Item>
            <Menu.Item leftSection={<IconTrash {...ICON} />} onClick={onDelete}>
              {t('delete')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

interface GroupProps {
  title: string;
  views: readonly savedViews.SavedView[];
  inUse: savedViews.SavedView | undefined;
  onOpen: (view: savedViews.SavedView) => void;
}

const Group = ({ title, views, inUse, onOpen }: GroupProps) =>
  views.length > 0 && (
    <>
      <Menu.Label>{title}</Menu.Label>
      {views.map((view) => (
        <Menu.Item
          key={view.id}
          aria-current={view.id === inUse?.id || undefined}
          rightSection={view.id === inUse?.id && <IconCheck {...ICON} />}
          onClick={() => onOpen(view)}
        >
          <bdi>{view.name}</bdi>
        </Menu.Item>
      ))}
    </>
  );
