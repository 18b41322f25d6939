import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../../samples/', import.meta.url);

export function sampleNames(): string[] {
  return readdirSync(folder).filter((name) => name.endsWith('.hl7'));
}

export function sample(name: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(name, folder)));
}
