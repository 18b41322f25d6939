/** Where no page is, as in tests of addresses alone, there is no sub-path either. */
const readSubPath = (): string =>
  typeof document === 'undefined'
    ? ''
    : (document.querySelector<HTMLMetaElement>('meta[name="sub-path"]')?.content ?? '');

/**
 * What the paths of this installation begin with, as in `/wardvoice`: the server writes it into the page. Empty where it has a name
 * of its own.
 */
export const SUB_PATH = readSubPath();

/** Returns the address of a path of ours; other addresses, such as data: of a picture, stay as they are. */
export const atSubPath = (path: string): string => (path.startsWith('/') ? SUB_PATH + path : path);

/** Returns the path as the router knows it. */
export const withoutSubPath = (path: string): string =>
  path === SUB_PATH || path.startsWith(`${SUB_PATH}/`) ? path.slice(SUB_PATH.length) || '/' : path;
