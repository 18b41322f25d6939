/** @jsxRuntime automatic */
import { Circle, Line, Svg, View } from '@react-pdf/renderer';
import { markOfPlace, type Mark, type reports } from '@wardvoice/contract';
import type { Pack } from '../read-pack.ts';
import { ControlChart } from './control-chart.tsx';
import { FunnelChart } from './funnel-chart.tsx';
import { MarkSign } from './marks.tsx';
import type { PackWords } from './pack-words.ts';
import { Heading, Named, Row, Say, Table } from './page-parts.tsx';
import { COLOURS, styles, WIDTH } from './styles.ts';

interface PartProps {
  pack: Pack;
  words: PackWords;
}

const GAP = 12;

/** These days beside as many before. */
export function SideBySide({ pack: { comparison }, words }: PartProps) {
  const { words: texts, days, fill } = words;
  return (
    <View>
      <Heading words={words}>
        {fill(texts.sideBySide, { now: days(comparison), before: days(comparison.before) })}
      </Heading>
      <Row words={words} style={{ gap: GAP }}>
        {comparison.rows.map((row) => (
          <Compared key={row.measure} row={row} words={words} />
        ))}
      </Row>
      {comparison.changes.map((change) => (
        <Say key={change.kind + change.detail} words={words} style={{ marginTop: 4 }}>
          {words.change(change)}
        </Say>
      ))}
      {comparison.changes.length > 0 && (
        <Say words={words} style={styles.quiet}>
          {texts.notAlike}
        </Say>
      )}
    </View>
  );
}

const MARKS: Readonly<Partial<Record<reports.ComparisonRow['verdict'], Mark>>> = { higher: 'high', lower: 'low' };

function Compared({ row, words }: { row: reports.ComparisonRow; words: PackWords }) {
  const { measure, verdict, difference, lower, upper } = row;
  const { words: texts, fill, people, orTooFew } = words;
  const mark = MARKS[verdict];
  return (
    <View style={styles.card}>
      <Say words={words} style={styles.strong}>
        {texts.measure[measure]}
      </Say>
      <Say words={words} style={row.now === null ? styles.quiet : styles.figure}>
        {orTooFew(row.now, measure)}
      </Say>
      <Say words={words} style={styles.quiet}>
        {row.count === null ? '' : people(row.count, measure)}
      </Say>
      <Say words={words}>{words.named(texts.before, orTooFew(row.before, measure))}</Say>
      <Row words={words} style={{ justifyContent: 'flex-start', alignItems: 'center', gap: 3, marginTop: 4 }}>
        {mark && <MarkSign mark={mark} />}
        <Say words={words} style={{ ...styles.strong, flexShrink: 1 }}>
          {texts.verdict[verdict]}
        </Say>
      </Row>
      {difference !== null && lower !== null && upper !== null && (
        <Say words={words} style={{ ...styles.quiet, fontSize: 7.5 }}>
          {fill(texts.difference, {
            difference: words.difference(difference, measure),
            lower: words.difference(lower, measure),
            upper: words.difference(upper, measure),
          })}
        </Say>
      )}
    </View>
  );
}

/** The course of each measure, two beside each other. */
export function OverTime({ pack: { trends }, words }: PartProps) {
  if (trends.length === 0) return null;
  const width = (WIDTH - GAP * 2) / 2;
  return (
    <View>
      <Heading words={words}>{words.words.overTime}</Heading>
      <View
        style={{
          flexDirection: words.isRightToLeft ? 'row-reverse' : 'row',
          flexWrap: 'wrap',
          gap: GAP * 2,
          rowGap: GAP,
        }}
      >
        {trends.map((trend) => (
          <View key={trend.measure} wrap={false} style={{ width }}>
            <Say words={words} style={styles.strong}>
              {words.words.measure[trend.measure]}
            </Say>
            <ControlChart trend={trend} pack={words} width={width} height={120} />
            {words.findings(trend).map((finding) => (
              <Say key={finding} words={words} style={{ fontSize: 8 }}>
                {finding}
              </Say>
            ))}
          </View>
        ))}
      </View>
      <Legend words={words} marks={['high', 'low', 'hollow']} />
    </View>
  );
}

const Legend = ({ words, marks }: { words: PackWords; marks: readonly ('high' | 'low' | 'hollow')[] }) => (
  <Row words={words} style={{ justifyContent: 'flex-start', gap: 10, marginTop: 4 }}>
    {marks.map((mark) => (
      <Row key={mark} words={words} style={{ alignItems: 'center', gap: 3 }}>
        <MarkSign mark={mark} />
        <Say words={words} style={{ ...styles.quiet, fontSize: 7.5 }}>
          {words.words.legend[mark]}
        </Say>
      </Row>
    ))}
  </Row>
);

export function Wards({ pack: { wards: report }, words }: PartProps) {
  const { words: texts, fill, percent, number } = words;
  if (report.hidden || report.centre === null || report.count === null) return null;
  const inFunnel = report.wards.filter(({ place }) => place !== null);
  const outside = inFunnel.filter(({ place }) => markOfPlace(place) !== 'plain').map(({ title }) => title ?? '');
  const found = outside.length > 0 ? fill(texts.outside, { names: words.listed(outside) }) : texts.noneOutside;
  return (
    <View>
      <View wrap={false}>
        <Heading words={words}>{words.named(texts.wards, texts.measure.satisfied)}</Heading>
        <Say words={words} style={styles.strong}>
          {inFunnel.length > 0 ? found : texts.noFunnel}
        </Say>
        <Say words={words}>{fill(texts.allWards, { share: percent(report.centre), count: number(report.count) })}</Say>
        {inFunnel.length > 0 && <FunnelChart report={report} pack={words} />}
      </View>
      <Table
        words={words}
        rows={report.wards}
        columns={[
          {
            title: texts.ward,
            width: 170,
            cell: ({ title }) => (
              <Named words={words}>{title === '' ? texts.unknownWard : (title ?? texts.restOfWards)}</Named>
            ),
          },
          { title: texts.answers, width: 60, isNumber: true, cell: ({ count }) => number(count) },
          { title: texts.measure.satisfied, width: 85, isNumber: true, cell: ({ share }) => percent(share) },
          { title: texts.meaning, width: 196, cell: ({ place }) => (place === null ? '' : texts.place[place]) },
        ]}
      />
    </View>
  );
}

export function Questions({ pack: { questions: report }, words }: PartProps) {
  const { words: texts, fill, percent, number } = words;
  if (report.hidden) return null;
  return (
    <View>
      <Heading words={words}>{texts.questions}</Heading>
      <Say words={words} style={styles.quiet}>
        {report.questions.length === 0 ? texts.noQuestions : texts.questionsLead}
      </Say>
      {report.questions.length > 0 && (
        <Table
          words={words}
          rows={report.questions}
          columns={[
            { title: texts.question, width: 225, cell: ({ title }) => <Named words={words}>{title}</Named> },
            {
              title: `${percent(0)} – ${percent(1)}`,
              width: 106,
              cell: (question) => <IntervalBar figures={question} words={words} />,
            },
            {
              title: texts.measure.satisfied,
              width: 120,
              isNumber: true,
              cell: ({ share, lower, upper }) => {
                if (share === null) return texts.tooFew;
                if (lower === null || upper === null) return percent(share);
                return `${percent(share)} (${fill(texts.range, { lower: percent(lower), upper: percent(upper) })})`;
              },
            },
            {
              title: texts.answers,
              width: 60,
              isNumber: true,
              cell: ({ count }) => (count === null ? '' : number(count)),
            },
          ]}
        />
      )}
    </View>
  );
}

/** What answers are about, by the tags that people gave them; nothing where fewer than five have a tag. */
export function Themes({ pack: { themes: report }, words }: PartProps) {
  const { words: texts, fill, percent, number } = words;
  const { answered, commented, tagged, themes } = report;
  if (themes.length === 0) return null;
  const told = (count: number | null) => (count === null ? texts.fewer : number(count));
  return (
    <View>
      <Heading words={words}>{texts.themes}</Heading>
      <Say words={words}>
        {fill(texts.lookedAt, { answered: told(answered), commented: told(commented), tagged: told(tagged) })}
      </Say>
      <Say words={words} style={styles.quiet}>
        {texts.themesLead}
      </Say>
      <Table
        words={words}
        rows={themes}
        columns={[
          { title: texts.theme, width: 150, cell: ({ tag }) => <Named words={words}>{tag}</Named> },
          {
            title: texts.answers,
            width: 70,
            isNumber: true,
            cell: ({ count }) => (count === null ? texts.tooFew : number(count)),
          },
          {
            title: texts.shareOfTagged,
            width: 115,
            isNumber: true,
            cell: ({ share, share_before }) =>
              [
                share === null ? '' : percent(share),
                share_before === null ? '' : `(${fill(texts.was, { share: percent(share_before) })})`,
              ].join(' '),
          },
          {
            title: '',
            width: 14,
            cell: ({ verdict }) =>
              verdict === 'higher' || verdict === 'lower' ? (
                <MarkSign mark={verdict === 'higher' ? 'high' : 'low'} />
              ) : (
                ''
              ),
          },
          {
            title: texts.measure.satisfied,
            width: 162,
            isNumber: true,
            cell: ({ satisfied, lower, upper }) => {
              if (satisfied === null || lower === null || upper === null) return '';
              return `${percent(satisfied)} (${fill(texts.range, { lower: percent(lower), upper: percent(upper) })})`;
            },
          },
        ]}
      />
    </View>
  );
}

const BAR = 100;
/** Room for the half of a dot. */
const BAR_END = 3;

/** From 0 to 100 %: the share as a dot, its interval as a line. */
function IntervalBar({
  figures: { share, lower, upper },
  words,
}: {
  figures: Pick<reports.QuestionFigures, 'share' | 'lower' | 'upper'>;
  words: PackWords;
}) {
  if (share === null) return null;
  const x = (part: number) => BAR_END + (words.isRightToLeft ? 1 - part : part) * (BAR - BAR_END * 2);
  return (
    <Svg width={BAR} height={11} viewBox={`0 0 ${BAR} 11`}>
      <Line x1={0} x2={BAR} y1={6} y2={6} stroke={COLOURS.line} strokeWidth={3} />
      {lower !== null && upper !== null && (
        <Line x1={x(lower)} x2={x(upper)} y1={6} y2={6} stroke={COLOURS.accent} strokeWidth={1.5} />
      )}
      <Circle cx={x(share)} cy={6} r={2.4} fill={COLOURS.accent} />
    </Svg>
  );
}

/** Closed cases by their cause, the most frequent first. */
export function Cases({ cases, words }: { cases: NonNullable<Pack['cases']>; words: PackWords }) {
  const { words: texts, fill, number } = words;
  return (
    <View>
      <Heading words={words}>{texts.cases}</Heading>
      <Say words={words} style={styles.quiet}>
        {cases.total === 0 ? texts.noCases : fill(texts.casesOf, { count: number(cases.total) })}
      </Say>
      {cases.total > 0 && (
        <Table
          words={words}
          rows={cases.causes}
          columns={[
            {
              title: texts.cause,
              width: 300,
              cell: ({ title }) => <Named words={words}>{title ?? texts.noCause}</Named>,
            },
            { title: texts.number, width: 60, isNumber: true, cell: ({ count }) => number(count) },
          ]}
        />
      )}
    </View>
  );
}
