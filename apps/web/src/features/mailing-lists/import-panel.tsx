import { Button, FileButton, Progress } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { contactImports } from '@wardvoice/contract';
import { addressOf } from '../../api/address.ts';
import { ask } from '../../api/ask.ts';
import { call, request } from '../../api/call.ts';
import { useInvalidate } from '../../api/invalidate.ts';
import { saveCsv } from '../../api/save-file.ts';
import { Fact, FactLine } from '../../ui/kit/facts.tsx';
import { useFormats } from '../../ui/kit/formats.ts';
import { RelativeTime } from '../../ui/kit/time/relative-time.tsx';
import { noticeFailedRequest } from '../../ui/domain/notices.ts';
import { Panel } from '../../ui/kit/panel.tsx';
import classes from './import-panel.module.css';
import { MappingDialog } from './mapping-dialog.tsx';

type Import = contactImports.ContactImport;

const LOOK_AGAIN_MS = 1000;
const isUnderWay = (one: Import | undefined) => one?.state === 'queued' || one?.state === 'running';

/** Uploads a file of contacts and follows its import. */
export function ImportPanel({ listId, isEmpty }: { listId: number; isEmpty: boolean }) {
  const { t } = useTranslation('mailing_lists');
  const invalidate = useInvalidate();
  const [isMapping, setIsMapping] = useState(false);
  const resetFile = useRef<() => void>(null);
  const { data: imports } = useQuery({
    ...ask(contactImports.listImports, { params: { id: listId }, query: { per_page: 1 } }),
    refetchInterval: ({ state }) => (isUnderWay(state.data?.data[0]) ? LOOK_AGAIN_MS : false),
  });
  const latest = imports?.data[0];
  useReloadWhenOver(latest);
  const upload = useMutation({
    mutationFn: async (file: File) => {
      const body = new FormData();
      body.append('file', file);
      await request(addressOf(contactImports.uploadImport, { id: listId }, { hold: 1 }), { method: 'POST', body });
      await invalidate('imports');
    },
    onSuccess: () => setIsMapping(true),
    onSettled: () => resetFile.current?.(),
  });
  return (
    <Panel
      title={t('import.panel')}
      actions={
        <FileButton
          resetRef={resetFile}
          accept=".csv,.txt,.tsv,.xlsx"
          inputProps={{ 'aria-label': t('import.choose') }}
          onChange={(file) => file && upload.mutate(file)}
        >
          {(props) => (
            <Button
              {...props}
              size="compact-sm"
              variant={isEmpty && !latest ? 'filled' : 'default'}
              disabled={upload.isPending || isUnderWay(latest)}
              leftSection={<IconFileUpload size={14} stroke={1.75} aria-hidden />}
            >
              {upload.isPending ? t('import.uploading') : t('import.choose')}
            </Button>
          )}
        </FileButton>
      }
    >
      {latest ? (
        <LatestImport listId={listId} latest={latest} onContinue={() => setIsMapping(true)} />
      ) : (
        <p className="wv-quiet">{t('import.none')}</p>
      )}
      {latest?.state === 'uploaded' && (
        <MappingDialog key={latest.id} waiting={latest} opened={isMapping} onClose={() => setIsMapping(false)} />
      )}
    </Panel>
  );
}

/** Fetches the people of the list when an import is over. A short one may be over before it was ever seen running. */
function useReloadWhenOver(latest: Import | undefined): void {
  const invalidate = useInvalidate();
  const seen = useRef(latest);
  useEffect(() => {
    const before = seen.current;
    seen.current = latest;
    const isNews = before && latest && (before.id !== latest.id || before.state !== latest.state);
    if (isNews && !isUnderWay(latest)) void invalidate('imports', 'mailing_lists', 'contacts');
  }, [latest, invalidate]);
}

interface LatestImportProps {
  listId: number;
  latest: Import;
  onContinue: () => void;
}

function LatestImport({ listId, latest, onContinue }: LatestImportProps) {
  const { t } = useTranslation('mailing_lists');
  const { number } = useFormats();
  const invalidate = useInvalidate();
  const { id, state, file_name, progress, rows_read, error, in_error, finished_at } = latest;
  const params = { id: listId, importId: id };
  const cancel = useMutation({
    mutationFn: () => call(contactImports.cancelImport, { params }),
    onSuccess: () => invalidate('imports', 'mailing_lists', 'contacts'),
  });
  const saveErrors = () =>
    saveCsv(addressOf(contactImports.getImportErrors, params), `${file_name}-errors`).catch(noticeFailedRequest);
  return (
    <div className={classes.latest}>
      <p>
        <strong dir="auto">{file_name}</strong> · <span role="status">{t(`import.state.${state}`)}</span>{' '}
        {finished_at && <RelativeTime at={finished_at} />}
      </p>
      {error && <p role="alert">{error}</p>}
      {isUnderWay(latest) && (
        <>
          <Progress value={progress} aria-label={t('import.progress')} />
          <p className="wv-quiet wv-number">
            {t('import.rows_read', { count: rows_read, formatted: number(rows_read) })}
          </p>
        </>
      )}
      {state === 'finished' && (
        <FactLine>
          {(['added', 'updated', 'unchanged', 'joined', 'in_error'] as const).map((name) => (
            <Fact key={name} label={t(`import.${name}`)}>
              {number(latest[name])}
            </Fact>
          ))}
        </FactLine>
      )}
      <div className={classes.buttons}>
        {state === 'uploaded' && (
          <Button size="compact-sm" onClick={onContinue}>
            {t('import.continue')}
          </Button>
        )}
        {(isUnderWay(latest) || state === 'uploaded') && (
          <Button size="compact-sm" variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
            {t('import.cancel')}
          </Button>
        )}
        {in_error > 0 && (
          <Button size="compact-sm" variant="default" onClick={() => void saveErrors()}>
            {t('import.errors_file')}
          </Button>
        )}
      </div>
    </div>
  );
}
