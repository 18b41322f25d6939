export interface Notice {
  title: string;
  text: string;
}

/** The portal's own texts. Numbers are placed where no language inflects the words around them. */
export interface PortalWords {
  direction: 'ltr' | 'rtl';
  language: string;
  large_text: string;
  /** "3 of 5", above a question */
  step: (n: number, total: number) => string;
  /** The script fills in {n} and {total}. */
  progress: string;
  optional: string;
  choose_any: string;
  scale_rating: string;
  scale_nps: string;
  /** Stands before a question with a condition where no script hides it. */
  /** One answer in quotation marks. */
  quoted: (answer: string) => string;
  /** Answers in quotation marks, as a list. */
  if_answered: (answers: string) => string;
  privacy: string;
  kept: string;
  urgent: string;
  send: string;
  sending: string;
  error: string;
  look_again: string;
  thank_you: Notice;
  unknown: Notice;
  used: Notice;
  expired: Notice;
  withdrawn: Notice;
  no_link: Notice;
  too_many: Notice;
  trouble: Notice;
}
