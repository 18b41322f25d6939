/** The pages of the gallery in their order in the menu. */
export const GALLERY_PAGES = ['controls', 'forms', 'lists', 'charts', 'records', 'foundations'] as const;
export type GalleryPage = (typeof GALLERY_PAGES)[number];
