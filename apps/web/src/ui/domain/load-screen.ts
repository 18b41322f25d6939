import { untilAnswered } from '../../api/connection.ts';

/**
 * Loads the files of a screen. Without a connection it waits for one and loads them then, while the former screen stays.
 * A file that is gone, because a newer version was installed, fails as soon as the server answers.
 */
export async function loadScreen<Screen>(load: () => Promise<Screen>): Promise<Screen> {
  try {
    return await load();
  } catch {
    await untilAnswered();
    await loadStylesAgain();
    return load();
  }
}

/** A style sheet that could not be loaded stays in the page as a link without a sheet, and nothing else loads it again. */
async function loadStylesAgain(): Promise<void> {
  const failed = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter(({ sheet }) => !sheet);
  await Promise.all(
    failed.map((link) => {
      const again = document.createElement('link');
      again.rel = 'stylesheet';
      again.href = link.href;
      return new Promise<void>((resolve) => {
        again.addEventListener('load', () => resolve());
        again.addEventListener('error', () => resolve());
        link.replaceWith(again);
      });
    }),
  );
}
