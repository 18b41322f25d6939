import { parser } from '@prometheus-io/lezer-promql';

/** A figure that an expression reads, with the labels that it selects by. */
export interface Selected {
  name: string;
  labels: string[];
}

export interface Expression {
  selected: Selected[];
  /** Labels that `by` and `on` name. */
  grouped: string[];
}

/** Returns what a PromQL expression reads. Throws when it is not PromQL. Variables of Grafana are accepted. */
export function readPromql(expression: string): Expression {
  const text = expression.replaceAll('$__rate_interval', '5m');
  const selected: Selected[] = [];
  const grouped: string[] = [];
  let isGrouping = false;
  parser.parse(text).iterate({
    enter({ name, from, to, type }) {
      const word = text.slice(from, to);
      if (type.isError) throw new Error(`not PromQL at character ${from}: ${expression}`);
      if (name === 'VectorSelector') selected.push({ name: '', labels: [] });
      if (name === 'GroupingLabels') isGrouping = true;
      if (name === 'Identifier') selected.splice(-1, 1, { name: word, labels: selected.at(-1)?.labels ?? [] });
      if (name === 'LabelName') (isGrouping ? grouped : (selected.at(-1)?.labels ?? [])).push(word);
    },
    leave({ name }) {
      if (name === 'GroupingLabels') isGrouping = false;
    },
  });
  return { selected, grouped };
}

/** Returns each series name that a process told Prometheus, with the labels of its series. */
export function readSeries(metrics: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [, name = '', labels = ''] of metrics.matchAll(/^([a-z_]\w*)(?:\{(.*)\})? \S+$/gm)) {
    const known = found.get(name) ?? new Set();
    for (const [, label = ''] of labels.matchAll(/(\w+)="(?:[^"\\]|\\.)*"/g)) known.add(label);
    found.set(name, known);
  }
  return found;
}
