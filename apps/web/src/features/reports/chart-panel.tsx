import { Button, Group, Menu, Skeleton } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Suspense, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../api/save-file.ts';
import { Panel } from '../../ui/kit/panel.tsx';
import { drawPng, drawSvg } from './charts/draw-file.ts';
import classes from './reports.module.css';

interface ChartPanelProps {
  title: string;
  /** Lines above the picture when it is saved: whose it is, which days. */
  caption: readonly string[];
  /** Says in words what is drawn. */
  label: string;
  chart: ReactNode;
  /** What stands under the chart: what is marked in it. */
  legend: ReactNode;
  /** Undefined when it stands on the page anyway. */
  table?: ReactNode;
}

/** A chart with the table behind it, which can be saved as a picture. */
export function ChartPanel({ title, caption, label, chart, legend, table }: ChartPanelProps) {
  const { t } = useTranslation('reports');
  const [asTable, setAsTable] = useState(false);
  const figure = useRef<HTMLElement>(null);
  const save = async (kind: 'svg' | 'png') => {
    const drawn = figure.current?.querySelector('svg.recharts-surface');
    if (!(drawn instanceof SVGSVGElement)) return;
    const svg = drawSvg(drawn, { title, caption });
    saveFile(kind === 'svg' ? svg.file : await drawPng(svg), `${title}.${kind}`);
  };
  return (
    <Panel
      title={title}
      actions={
        <Group gap={4} className={classes.noPrint ?? ''}>
          {!asTable && (
            <Menu position="bottom-end">
              <Menu.Target>
                <Button
                  variant="subtle"
                  color="gray"
                  size="compact-sm"
                  leftSection={<IconDownload size={14} stroke={1.75} aria-hidden />}
                >
                  {t('save_picture')}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => void save('png')}>PNG</Menu.Item>
                <Menu.Item onClick={() => void save('svg')}>SVG</Menu.Item>
              </Menu.Dropdown>
            </Menu>
          )}
          {table !== undefined && (
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              aria-pressed={asTable}
              onClick={() => setAsTable(!asTable)}
            >
              {t(asTable ? 'show_chart' : 'show_table')}
            </Button>
          )}
        </Group>
      }
    >
      {asTable ? (
        table
      ) : (
        <>
          <figure ref={figure} className={classes.figure} role="img" aria-label={label}>
            <Suspense fallback={<Skeleton height={320} />}>{chart}</Suspense>
          </figure>
          {legend}
        </>
      )}
    </Panel>
  );
}
