/** The texts of this language by the path of their file. */
export default import.meta.glob<Record<string, unknown>>('./*.json', { eager: true, import: 'default' });
