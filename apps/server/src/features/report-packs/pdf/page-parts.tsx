/** @jsxRuntime automatic */
import { Text, View } from '@react-pdf/renderer';
import type { ReactNode } from 'react';
import type { PackWords } from './pack-words.ts';
import { styles } from './styles.ts';

interface PartProps {
  words: PackWords;
  style?: object;
  children: ReactNode;
}

/** A text, which begins at the side where the language begins. */
export const Say = ({ words: { isRightToLeft }, style, children }: PartProps) => (
  <Text style={{ direction: isRightToLeft ? 'rtl' : 'ltr', textAlign: isRightToLeft ? 'right' : 'left', ...style }}>
    {children}
  </Text>
);

const ARABIC = /[\u0600-\u08ff]/;

/** What somebody has named: its letters decide where it begins, so that a question mark stands at its end. */
export const Named = ({ words, children }: { words: PackWords; children: string }) => (
  <Say words={words} style={{ direction: ARABIC.test(children) ? 'rtl' : 'ltr' }}>
    {children}
  </Say>
);

/** Parts beside each other, in the direction of the language. `fixed`: on every page. */
export const Row = ({ words: { isRightToLeft }, style, fixed = false, children }: PartProps & { fixed?: boolean }) => (
  <View
    fixed={fixed}
    wrap={false}
    style={{ flexDirection: isRightToLeft ? 'row-reverse' : 'row', justifyContent: 'space-between', ...style }}
  >
    {children}
  </View>
);

/** A heading stays on the page of what follows it. */
export const Heading = ({ words, children }: { words: PackWords; children: ReactNode }) => (
  <View minPresenceAhead={120}>
    <Say words={words} style={styles.heading}>
      {children}
    </Say>
  </View>
);

export interface Column<Record> {
  title: string;
  /** In points. */
  width: number;
  /** Numbers stand at the end. */
  isNumber?: boolean;
  /** A text, or a drawing. */
  cell: (record: Record) => ReactNode;
}

interface TableProps<Record> {
  words: PackWords;
  columns: readonly Column<Record>[];
  rows: readonly Record[];
}

export function Table<Record>({ words, columns, rows }: TableProps<Record>) {
  const cellOf = ({ title, width, isNumber = false }: Column<Record>, content: ReactNode) => (
    <View key={title} style={{ ...styles.cell, width }}>
      {typeof content === 'string' ? (
        <Say words={words} style={isNumber ? { textAlign: words.isRightToLeft ? 'left' : 'right' } : {}}>
          {content}
        </Say>
      ) : (
        content
      )}
    </View>
  );
  return (
    <View>
      <View minPresenceAhead={40}>
        <Row words={words} style={{ ...styles.tableHead, justifyContent: 'flex-start' }}>
          {columns.map((column) => cellOf(column, column.title))}
        </Row>
      </View>
      {rows.map((record, at) => (
        <Row key={at} words={words} style={{ ...styles.tableRow, justifyContent: 'flex-start' }}>
          {columns.map((column) => cellOf(column, column.cell(record)))}
        </Row>
      ))}
    </View>
  );
}
