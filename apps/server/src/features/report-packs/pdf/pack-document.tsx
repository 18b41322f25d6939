/** @jsxRuntime automatic */
import { Document, Page, Text } from '@react-pdf/renderer';
import type { Pack } from '../read-pack.ts';
import { Cases, OverTime, Questions, SideBySide, Themes, Wards } from './pack-parts.tsx';
import { packWords } from './pack-words.ts';
import { Row, Say } from './page-parts.tsx';
import { styles } from './styles.ts';

/** A report as pages of A4, in a language of staff. */
export function PackDocument({ pack, title, language }: { pack: Pack; title: string | null; language: string }) {
  const words = packWords(pack, language);
  const { comparison } = pack;
  const heading = title ?? words.words.title;
  const about = [
    comparison.survey && words.named(words.words.survey, comparison.survey.title),
    pack.ward !== null && words.named(words.words.ward, pack.ward),
    pack.language !== null && words.named(words.words.language, words.languageName(pack.language)),
    pack.department !== null && words.named(words.words.department, pack.department),
  ].filter((part) => typeof part === 'string');
  const props = { pack, words };
  return (
    <Document
      title={`${heading} · ${words.days(comparison)}`}
      author={pack.hospital}
      creator="Wardvoice"
      producer="Wardvoice"
      language={language}
    >
      <Page size="A4" style={styles.page}>
        <Row words={words} style={styles.head} fixed>
          <Say words={words}>{pack.hospital}</Say>
          <Say words={words}>{words.days(comparison)}</Say>
        </Row>
        <Say words={words} style={styles.title}>
          {heading}
        </Say>
        <Say words={words} style={styles.lead}>
          {[words.days(comparison), ...about].join(' · ')}
        </Say>
        <Say words={words} style={{ ...styles.quiet, marginTop: 4 }}>
          {words.words.reading}
        </Say>
        {comparison.hidden ? (
          <Say words={words} style={{ marginTop: 18, fontSize: 11 }}>
            {comparison.survey ? words.words.hidden : words.words.noSurvey}
          </Say>
        ) : (
          <>
            <SideBySide {...props} />
            <OverTime {...props} />
            <Wards {...props} />
            <Questions {...props} />
            <Themes {...props} />
          </>
        )}
        {pack.cases && <Cases cases={pack.cases} words={words} />}
        <Row words={words} style={styles.foot} fixed>
          <Say words={words}>{words.printed(pack.printedAt)}</Say>
          <Text render={({ pageNumber, totalPages }) => `${pageNumber} / ${totalPages}`} />
        </Row>
      </Page>
    </Document>
  );
}
