import { StyleSheet } from '@react-pdf/renderer';
import { FAMILIES } from './fonts.ts';

/** The colours of the product in the light. */
export const COLOURS = {
  paper: '#ffffff',
  text: '#16202b',
  text2: '#46525f',
  text3: '#5d6976',
  line: '#e2e6ea',
  strongLine: '#cdd3da',
  accent: '#0b5d78',
  good: '#197336',
  bad: '#bb2a2a',
} as const;

/** Width between the margins of an A4 page, in points. */
export const WIDTH = 511;
const MARGIN = 42;

export const styles = StyleSheet.create({
  page: {
    paddingTop: 58,
    paddingBottom: 52,
    paddingHorizontal: MARGIN,
    fontFamily: FAMILIES,
    fontSize: 9,
    lineHeight: 1.4,
    color: COLOURS.text,
  },
  head: { position: 'absolute', top: 24, left: MARGIN, right: MARGIN, color: COLOURS.text2, fontSize: 8 },
  foot: { position: 'absolute', top: 806, left: MARGIN, right: MARGIN, color: COLOURS.text3, fontSize: 8 },
  title: { fontSize: 20, fontWeight: 600, lineHeight: 1.25 },
  lead: { fontSize: 11, color: COLOURS.text2, marginTop: 3 },
  heading: { fontSize: 12, fontWeight: 600, marginTop: 18, marginBottom: 5 },
  quiet: { color: COLOURS.text3 },
  strong: { fontWeight: 600 },
  card: { flexGrow: 1, flexBasis: 0, borderWidth: 0.75, borderColor: COLOURS.line, borderRadius: 4, padding: 8 },
  figure: { fontSize: 18, fontWeight: 600, lineHeight: 1.3 },
  tableHead: { borderBottomWidth: 0.75, borderColor: COLOURS.strongLine, color: COLOURS.text2, fontSize: 8 },
  tableRow: { borderBottomWidth: 0.5, borderColor: COLOURS.line },
  cell: { paddingVertical: 3, paddingHorizontal: 3 },
});
