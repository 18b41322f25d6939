import { WARDS } from './fill-hospital.ts';

export interface Call {
  list: string;
  what: string;
  path: string;
  /** Whether the page after this one is measured, by its cursor. */
  isReadOn: boolean;
  /** The wards of whoever asks; none: all. */
  wards: readonly string[];
  /** The bare SQL of the same rows, where it is one simple statement; $1 is the application. */
  sql: string | undefined;
}

/** A day of the filled years, as ISO 8601. */
const dayBack = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** The last page that a screen leads to, of 25 rows each. */
const LAST_SHOWN = 400;
/** A page that only a program asks for. */
const DEEP = 4_000;
const READ_ON = 'read on';
const LARGE_WARD = 'WARD 01';
const SMALL_WARD = `WARD ${WARDS}`;
const inWards = (...wards: string[]): string => `location=${encodeURIComponent(wards.join(','))}`;
const TWO_WARDS = inWards(SMALL_WARD, 'WARD 12');
const MESSAGE = 'id, event, state, event_at, location, given_name, family_name';

const of = (
  list: string,
  path: string,
  queries: Record<string, string>,
  { sql = {}, wards = [] }: { sql?: Record<string, string>; wards?: readonly string[] } = {},
): Call[] =>
  Object.entries(queries).map(([what, query]) => ({
    list,
    what,
    path: `${path}${query && `?${query}`}`,
    isReadOn: what.startsWith(READ_ON),
    wards,
    sql: sql[what],
  }));

const PAGED = {
  'page 400': `page=${LAST_SHOWN}`,
  'page 4,000': `page=${DEEP}`,
};
/** Of lists with cursors. */
const READ_FROM_DEEP = { [`${READ_ON} from page 4,000`]: `page=${DEEP}` };
const TERMS = {
  'found by name': 'term=alderwood',
  'found by two names': 'term=Rowanmere,%20Aoife',
  'found by the beginning of a name': 'term=al',
  'found by date of birth': 'term=1950-03-04',
  'found by phone': 'term=%2B353860000101',
  'found by e-mail': 'term=patient101@example.org',
  'found by number': 'term=P101',
  'found by nothing': 'term=zzzz',
};

/** Every list with its filters, its searches, its sorts, and its first and late pages. What is found by words of comments has a bench of its own. */
export function listCalls({ surveyId, departmentId }: { surveyId: number; departmentId: number }): Call[] {
  return [
    ...of(
      'messages',
      '/hl7_messages',
      {
        newest: '',
        ...PAGED,
        ...READ_FROM_DEEP,
        'of an event': 'type=A03',
        'of a rare event': 'type=A02',
        'of an event, page 400': `type=A03&page=${LAST_SHOWN}`,
        'in a state': 'state=processed',
        ignored: 'state=ignored',
        'in error': 'state=error',
        'of an event, in error': 'type=A03&state=error',
        'of a large ward': inWards(LARGE_WARD),
        'of a small ward': inWards(SMALL_WARD),
        'of two wards': TWO_WARDS,
        'of two wards, of an event': `${TWO_WARDS}&type=A03`,
        'of two wards, page 400': `${TWO_WARDS}&page=${LAST_SHOWN}`,
        'since a week': `after=${dayBack(7)}`,
        'since two years': `after=${dayBack(730)}`,
        'not answered': 'exclude_feedback=1',
        'of an event, not answered, page 400': `type=A03&exclude_feedback=1&page=${LAST_SHOWN}`,
        census: 'distribution_list=census',
        'census, of a ward': `distribution_list=census&${inWards(LARGE_WARD)}`,
        'census, not answered': 'distribution_list=census&exclude_feedback=1',
        'of a mailing list': 'distribution_list=bench',
        'of a mailing list, page 400': `distribution_list=bench&page=${LAST_SHOWN}`,
        ...TERMS,
        'found by visit': 'term=V101',
        'found by control id': 'term=C101',
        'found, of a ward': `term=alderwood&${inWards(LARGE_WARD)}`,
        'oldest first': 'sort=event_at',
        'by time of receipt': 'sort=-received_at',
        'by number': 'sort=id',
      },
      {
        sql: {
          newest: `select ${MESSAGE} from hl7_messages where application_id = $1 order by event_at desc, id desc limit 25`,
          'of an event': `select ${MESSAGE} from hl7_messages where application_id = $1 and event = 'A03' order by event_at desc, id desc limit 25`,
        },
      },
    ),
    ...of('errors', '/hl7_messages/errors', {
      newest: '',
      'page 400': `page=${LAST_SHOWN}`,
      'of a cause': 'code=required_field_missing&field=PV1-3',
      'of a sender': 'sending_application=PAS',
      'found by name': 'term=alderwood',
    }),
    ...of('errors', '/hl7_messages/errors/causes', { 'by cause': '' }),
    ...of(
      'patients',
      '/patients',
      {
        'by name': '',
        'by name, backwards': 'sort=-family_name',
        'newest first': 'sort=-id',
        ...PAGED,
        'in doubt': 'in_doubt=1',
        ...TERMS,
      },
      {
        sql: {
          'by name': `select id, family_name, given_name from patients where application_id = $1 and merged_into_id is null order by family_name_lower collate "C", id limit 25`,
        },
      },
    ),
    ...of(
      'deliveries',
      '/deliveries',
      {
        newest: '',
        ...PAGED,
        ...READ_FROM_DEEP,
        'by time of sending': 'sort=-send_at',
        sent: 'step=sent',
        delivered: 'step=delivered',
        opened: 'step=opened',
        answered: 'state=answered',
        failed: 'state=failed',
        suppressed: 'state=suppressed',
        'suppressed for a reason': 'reason=asked_lately',
        scheduled: 'state=scheduled',
        'of a channel': 'channel=email',
        'of a channel, failed': 'channel=email&state=failed',
        'of a survey': `survey=${surveyId}`,
        'of a purpose': 'purpose=message',
        'of a week': `from=${dayBack(14)}&to=${dayBack(7)}`,
        'of a week, failed': `from=${dayBack(14)}&to=${dayBack(7)}&state=failed`,
        'of two years': `from=${dayBack(730)}&to=${dayBack(1)}`,
        'found by name': 'term=alderwood',
        'found by phone': 'term=%2B353860000101',
        'found by nothing': 'term=zzzz',
      },
      {
        sql: {
          newest:
            'select id, state, channel, text from deliveries where application_id = $1 order by created_at desc, id desc limit 25',
        },
      },
    ),
    ...of('deliveries', '/deliveries/funnel', {
      'funnel of a week': `from=${dayBack(14)}&to=${dayBack(7)}`,
      'funnel of all': '',
    }),
    ...of('answers', '/feedback', {
      'unread first': '',
      'newest first': 'sort=-submitted_at',
      'worst first': 'sort=score',
      'best first': 'sort=-score',
      ...PAGED,
      unread: 'unread=1',
      'of a survey': `survey_id=${surveyId}`,
      'of a department': `department_id=${departmentId}`,
      'of a large ward': inWards(LARGE_WARD),
      'of a small ward': inWards(SMALL_WARD),
      'of a poor score': 'max_score=10',
      'with words': 'has_comment=1',
      waiting: 'waiting=1',
      'of nobody': 'assigned_to=nobody',
      'with a tag': 'tag=food',
      'in a language': 'language=ga',
      'of a week': `from=${dayBack(14)}&to=${dayBack(7)}`,
    }),
    ...of('cases', '/cases', {
      newest: '',
      'page 400': `page=${LAST_SHOWN}`,
      'by time due': 'sort=due_at',
      open: 'open=1',
      closed: 'state=closed',
      overdue: 'overdue=1',
      urgent: 'severity=urgent',
      'of a department': `department_id=${departmentId}`,
      'found by name': 'term=alderwood',
    }),
    ...of('texts', '/inbound_texts', {
      newest: '',
      'page 400': `page=${LAST_SHOWN}`,
      unread: 'unread=1',
      'for people': 'for_people=1',
      'found by phone': 'term=%2B353860000101',
      'found by words': 'term=number%20777',
    }),
    ...of('audit', '/audit', {
      newest: '',
      ...PAGED,
      ...READ_FROM_DEEP,
      'of a person': 'user_id=7',
      'of an action': 'action=export',
      'of a kind of record': 'record_type=cases',
      'of a record': 'record_type=cases&record_id=2001',
      'of a patient': 'patient_id=101',
      'of a week': `from=${dayBack(14)}&to=${dayBack(7)}`,
      refused: 'refused=1',
    }),
    ...ofWards('three wards', ['WARD 02', 'WARD 12', SMALL_WARD]),
    ...ofWards('a small ward', [SMALL_WARD]),
    ...of('dashboard', '/dashboard', { today: '' }),
  ];
}

/** What somebody asks who sees some wards only. */
function ofWards(whose: string, wards: readonly string[]): Call[] {
  const searches = { 'found by name': 'term=alderwood', 'found by number': 'term=P101' };
  return [
    ...of(
      `messages, ${whose}`,
      '/hl7_messages',
      {
        newest: '',
        'page 400': `page=${LAST_SHOWN}`,
        'of an event': 'type=A03',
        census: 'distribution_list=census',
        ...searches,
      },
      { wards },
    ),
    ...of(`patients, ${whose}`, '/patients', { 'by name': '', 'newest first': 'sort=-id', ...searches }, { wards }),
    ...of(
      `deliveries, ${whose}`,
      '/deliveries',
      { newest: '', failed: 'state=failed', 'found by name': 'term=alderwood' },
      { wards },
    ),
    ...of(`answers, ${whose}`, '/feedback', { 'unread first': '', 'with words': 'has_comment=1' }, { wards }),
    ...of(`cases, ${whose}`, '/cases', { newest: '', open: 'open=1', 'found by name': 'term=alderwood' }, { wards }),
    ...of(`texts, ${whose}`, '/inbound_texts', { newest: '' }, { wards }),
    ...of(`dashboard, ${whose}`, '/dashboard', { today: '' }, { wards }),
  ];
}
