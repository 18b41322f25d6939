import {
  IconAddressBook,
  IconAlertTriangle,
  IconAlarm,
  IconAmbulance,
  IconBed,
  IconBuildingHospital,
  IconCategory,
  IconClipboardList,
  IconClipboardHeart,
  IconDoorExit,
  IconHierarchy2,
  IconHistory,
  IconInbox,
  IconKey,
  IconLayoutDashboard,
  IconListCheck,
  IconListDetails,
  IconLogin2,
  IconMailCog,
  IconMailbox,
  IconMessageQuestion,
  IconMessageReply,
  IconSend,
  IconTransfer,
  IconUserHeart,
  IconUsers,
  type Icon,
} from '@tabler/icons-react';
import { linkOptions, type LinkOptions } from '@tanstack/react-router';
import { mayIn, type Session } from '../../api/session.ts';
import type { Hue } from '../../ui/mark.tsx';

type EntryName =
  | 'dashboard'
  | 'admissions'
  | 'casualties'
  | 'discharges'
  | 'transfers'
  | 'census'
  | 'all_messages'
  | 'errors'
  | 'deliveries'
  | 'patients'
  | 'cases'
  | 'texts'
  | 'inbox'
  | 'alarms'
  | 'contacts'
  | 'mailing_lists'
  | 'users'
  | 'categories'
  | 'departments'
  | 'surveys'
  | 'questions'
  | 'options'
  | 'applications'
  | 'application'
  | 'permissions'
  | 'audit'
  | 'account_emails';

export interface MenuEntry {
  name: EntryName;
  icon: Icon;
  hue?: Hue;
  link: LinkOptions;
  /** Part of the address that the entry stands for, however its filters are set. */
  path: string;
}

export interface MenuGroup {
  /** Null: entries without a heading. */
  name: 'messages' | 'follow_up' | 'bulk_mail' | 'manage' | 'administer' | null;
  entries: MenuEntry[];
}

/** What the session may open, and nothing else. */
export function menuFor(session: Session): MenuGroup[] {
  const application = session.application_user.application;
  const may = (permission: string) => mayIn(session, permission);
  const messagesSearch = {
    exclude_feedback: '1' as const,
    ...(application?.messages_after ? { after: application.messages_after } : {}),
  };

  const ofType = (name: 'admissions' | 'casualties' | 'discharges' | 'transfers', icon: Icon, hue: Hue): MenuEntry => ({
    name,
    icon,
    hue,
    path: `/messages/${name}/index`,
    link: linkOptions({ to: '/messages/$type_string/index', params: { type_string: name }, search: messagesSearch }),
  });

  const messages: MenuEntry[] = [
    ...(application && may('messages.list')
      ? [
          ofType('admissions', IconLogin2, 'admission'),
          ofType('casualties', IconAmbulance, 'casualty'),
          ofType('discharges', IconDoorExit, 'discharge'),
          ofType('transfers', IconTransfer, 'transfer'),
          {
            name: 'census' as const,
            icon: IconBed,
            path: '/messages/distribution-list/index',
            link: linkOptions({
              to: '/messages/distribution-list/index',
              search: {
                distribution_list: 'census',
                ...(application.messages_after ? { after: application.messages_after } : {}),
              },
            }),
          },
          {
            name: 'all_messages' as const,
            icon: IconListDetails,
            path: '/messages/index',
            link: linkOptions({ to: '/messages/index' }),
          },
          {
            name: 'patients' as const,
            icon: IconUserHeart,
            path: '/patients',
            link: linkOptions({ to: '/patients/index' }),
          },
        ]
      : []),
    ...(may('admin')
      ? [
          {
            name: 'errors' as const,
            icon: IconAlertTriangle,
            path: '/messages/errors',
            link: linkOptions({ to: '/messages/errors' }),
          },
        ]
      : []),
  ];

  const followUp: MenuEntry[] = application
    ? [
        ...(may('cases.list')
          ? [
              {
                name: 'cases' as const,
                icon: IconClipboardHeart,
                path: '/cases',
                link: linkOptions({ to: '/cases/index', search: { open: '1' } }),
              },
            ]
          : []),
        ...(may('deliveries.list')
          ? [
              {
                name: 'deliveries' as const,
                icon: IconSend,
                path: '/deliveries',
                link: linkOptions({ to: '/deliveries/index' }),
              },
            ]
          : []),
        ...(may('texts.list')
          ? [
              {
                name: 'texts' as const,
                icon: IconMessageReply,
                path: '/texts',
                link: linkOptions({ to: '/texts/index' }),
              },
            ]
          : []),
        { name: 'inbox' as const, icon: IconInbox, path: '/inbox', link: linkOptions({ to: '/inbox' }) },
      ]
    : [];

  if (may('alarms.list'))
    followUp.push({
      name: 'alarms',
      icon: IconAlarm,
      path: '/alarms',
      link: linkOptions({ to: '/alarms/index', search: { open: '1' } }),
    });

  const bulkMail: MenuEntry[] =
    application && may('contacts.list') && may('mailing-lists.list')
      ? [
          {
            name: 'contacts',
            icon: IconAddressBook,
            path: '/contacts',
            link: linkOptions({ to: '/contacts/index' }),
          },
          {
            name: 'mailing_lists',
            icon: IconMailbox,
            path: '/mailingList',
            link: linkOptions({ to: '/mailingList/index' }),
          },
        ]
      : [];

  const usersEntry: MenuEntry = {
    name: 'users',
    icon: IconUsers,
    path: '/users',
    link: linkOptions({ to: '/users/index' }),
  };
  const auditEntry: MenuEntry = {
    name: 'audit',
    icon: IconHistory,
    path: '/audit',
    link: linkOptions({ to: '/audit/index' }),
  };

  const manage: MenuEntry[] = application
    ? [
        ...(may('users.list') ? [usersEntry] : []),
        ...(may('categories.list')
          ? [
              {
                name: 'categories' as const,
                icon: IconCategory,
                path: '/categories',
                link: linkOptions({ to: '/categories/index' }),
              },
            ]
          : []),
        ...(may('departments.list')
          ? [
              {
                name: 'departments' as const,
                icon: IconHierarchy2,
                path: '/departments',
                link: linkOptions({ to: '/departments/index' }),
              },
            ]
          : []),
        ...(may('surveys.list')
          ? [
              {
                name: 'surveys' as const,
                icon: IconClipboardList,
                path: '/surveys',
                link: linkOptions({ to: '/surveys/index' }),
              },
              {
                name: 'questions' as const,
                icon: IconMessageQuestion,
                path: '/questions',
                link: linkOptions({ to: '/questions/index' }),
              },
              {
                name: 'options' as const,
                icon: IconListCheck,
                path: '/options',
                link: linkOptions({ to: '/options/index' }),
              },
            ]
          : []),
        ...(may('audit.list') ? [auditEntry] : []),
        ...(may('applications.view')
          ? [
              {
                name: 'application' as const,
                icon: IconBuildingHospital,
                path: '/applications',
                link: linkOptions({ to: '/applications/$id', params: { id: String(application.id) } }),
              },
            ]
          : []),
      ]
    : [];

  const administer: MenuEntry[] =
    may('superuser') && !application
      ? [
          {
            name: 'applications',
            icon: IconBuildingHospital,
            path: '/applications',
            link: linkOptions({ to: '/applications/index' }),
          },
          usersEntry,
          {
            name: 'permissions',
            icon: IconKey,
            path: '/permissions',
            link: linkOptions({ to: '/permissions/index' }),
          },
          auditEntry,
          {
            name: 'account_emails',
            icon: IconMailCog,
            path: '/account-emails',
            link: linkOptions({ to: '/account-emails/index' }),
          },
        ]
      : [];

  const groups: MenuGroup[] = [
    {
      name: null,
      entries: [
        { name: 'dashboard', icon: IconLayoutDashboard, path: '/dashboard', link: linkOptions({ to: '/dashboard' }) },
      ],
    },
    { name: 'messages', entries: messages },
    { name: 'follow_up', entries: followUp },
    { name: 'bulk_mail', entries: bulkMail },
    { name: 'manage', entries: manage },
    { name: 'administer', entries: administer },
  ];
  return groups.filter((group) => group.entries.length > 0);
}
