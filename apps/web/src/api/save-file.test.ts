// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { saveFile } from './save-file.ts';

it('the name of a file has no marks of direction', () => {
  URL.createObjectURL = () => 'blob:1';
  URL.revokeObjectURL = () => undefined;
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  saveFile(new Blob(['a']), '\u200fNPS \u2067نومبر 2026\u2069.csv');
  expect(names).toEqual(['NPS نومبر 2026.csv']);
});
