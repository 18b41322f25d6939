import { Button, Modal, NativeSelect } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { contactImports, type BodyOf } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { useInvalidate } from '../../api/invalidate.ts';
import classes from './import-panel.module.css';

interface MappingDialogProps {
  waiting: contactImports.ContactImport;
  opened: boolean;
  onClose: () => void;
}

/** The encodings by the languages that are written in them, each in its own. */
const WRITTEN_IN: Readonly<Record<contactImports.ImportEncoding, string>> = {
  'utf-8': 'Unicode (UTF-8)',
  'windows-1250': 'Polski, Čeština, Magyar (Windows-1250)',
  'windows-1251': 'Українська, Български (Windows-1251)',
  'windows-1252': 'English, Français, Español (Windows-1252)',
  'windows-1253': 'Ελληνικά (Windows-1253)',
  'windows-1254': 'Türkçe (Windows-1254)',
  'windows-1255': 'עברית (Windows-1255)',
  'windows-1256': 'العربية، اردو (Windows-1256)',
  'windows-1257': 'Lietuvių, Latviešu (Windows-1257)',
  'windows-1258': 'Tiếng Việt (Windows-1258)',
  'iso-8859-2': 'Polski, Čeština, Magyar (ISO 8859-2)',
  gb18030: '简体中文 (GB 18030)',
  big5: '繁體中文 (Big5)',
  shift_jis: '日本語 (Shift JIS)',
  'euc-kr': '한국어 (EUC-KR)',
};

/** A file may be in an encoding that is none to choose, such as UTF-16. */
function encodingsWith(found: string | null): { value: string; label: string }[] {
  const known = contactImports.IMPORT_ENCODINGS.map((value) => ({ value: value as string, label: WRITTEN_IN[value] }));
  return found === null || known.some(({ value }) => value === found)
    ? known
    : [{ value: found, label: found.toUpperCase() }, ...known];
}

/** Asks what each column holds, shows the first rows with their problems, and starts the import. */
export function MappingDialog({ waiting, opened, onClose }: MappingDialogProps) {
  const { t } = useTranslation(['mailing_lists', 'common']);
  const invalidate = useInvalidate();
  const { id: importId, mailing_list_id, columns, preview, file_name, format, encoding } = waiting;
  const params = { id: mailing_list_id, importId };
  const map = useMutation({
    mutationFn: (next: BodyOf<typeof contactImports.mapImport>['import']) =>
      call(contactImports.mapImport, { params, body: { import: next } }),
    onSuccess: () => invalidate('imports'),
  });
  const start = useMutation({
    mutationFn: () => call(contactImports.startImport, { params, body: { import: {} } }),
    onSuccess: () => {
      onClose();
      void invalidate('imports', 'mailing_lists', 'contacts');
    },
  });
  const fieldOf = (at: number) => contactImports.IMPORT_FIELDS.find((field) => columns[field] === at) ?? '';
  const choose = (at: number, field: string) => {
    const others = Object.entries(columns).filter(([name, column]) => name !== field && column !== at);
    map.mutate({ columns: Object.fromEntries([...others, ...(field ? [[field, at] as const] : [])]) });
  };
  const isReady = contactImports.hasIdentity(columns);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('import.title', { file: file_name })}
      size="80rem"
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <div className={classes.form}>
        <p>{t('import.text')}</p>
        {format === 'csv' && (
          <NativeSelect
            className={classes.encoding}
            label={t('import.encoding')}
            description={t('import.encoding_help')}
            value={encoding ?? ''}
            disabled={map.isPending}
            data={encodingsWith(encoding)}
            onChange={(event) => map.mutate({ encoding: event.currentTarget.value as contactImports.ImportEncoding })}
          />
        )}
        <div className={classes.scroll}>
          <table className={classes.preview}>
            <thead>
              <tr>
                <th scope="col">{t('import.row')}</th>
                {preview.header.map((title, at) => (
                  <th key={at} scope="col">
                    <div className={classes.column}>
                      <span>
                        <bdi>{title || at + 1}</bdi>
                      </span>
                      <NativeSelect
                        size="xs"
                        aria-label={t('import.holds', { column: title || at + 1 })}
                        value={fieldOf(at)}
                        disabled={map.isPending}
                        data={[
                          { value: '', label: t('import.skip') },
                          ...contactImports.IMPORT_FIELDS.map((value) => ({
                            value,
                            label: t(`import.field.${value}`),
                          })),
                        ]}
                        onChange={(event) => choose(at, event.currentTarget.value)}
                      />
                    </div>
                  </th>
                ))}
                <th scope="col">{t('import.problem')}</th>
              </tr>
            </thead>
            <tbody>
              {preview.rows.map(({ line, cells, problem }) => (
                <tr key={line}>
                  <td className="wv-number">{line}</td>
                  {preview.header.map((_, at) => (
                    <td key={at}>
                      <bdi>{cells[at]}</bdi>
                    </td>
                  ))}
                  <td className={problem ? classes.bad : undefined}>
                    {problem ? t(`import.problems.${problem}`) : t('import.fine')}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        {!isReady && <p role="status">{t('import.needs')}</p>}
        <div className={classes.buttons}>
          <Button disabled={!isReady || map.isPending} loading={start.isPending} onClick={() => start.mutate()}>
            {t('import.start')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
