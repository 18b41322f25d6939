import type { mailingLists } from '@wardvoice/contract';

export type ListFormValues = {
  mailing_list: {
    name: string;
    title: string;
    type_of: mailingLists.ListType;
    rules: mailingLists.ListRules;
    version?: number;
  };
};
