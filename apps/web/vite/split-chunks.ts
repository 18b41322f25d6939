/** Loaded with the first screen after the sign-in: the shell, what lists and records are drawn with, and all style sheets. */
const STAFF =
  /apps\/web\/src\/(app\/(staff|notices)\.tsx|ui\/kit\/(?!chart\/)[\w/-]+\.tsx?|ui\/domain\/[\w-]+\.tsx?)$|\.module\.css$/;

/**
 * Few chunks, by who needs them: what the sign-in needs, what every screen after it needs, charts, what several slices share, and
 * what several screens of a slice share. Each request costs a round trip, and larger files are compressed better. A group takes
 * along what its modules import, as far as no group before it has taken that.
 */
export const codeSplitting = {
  groups: [
    { name: 'open', test: /apps\/web\/src\/main\.tsx$/, priority: 5 },
    { name: 'staff', test: STAFF, priority: 4 },
    { name: 'charts', test: /apps\/web\/src\/(ui\/kit\/chart|features\/reports\/charts)\/.*\.tsx?$/, priority: 3 },
    { name: 'shared', test: (id: string) => sliceOf(id) === null, minShareCount: 2, priority: 2 },
    { name: sliceOf, debugName: 'slices', minShareCount: 2, priority: 1 },
  ],
};

function sliceOf(id: string): string | null {
  const [, slice = null] = /apps\/web\/src\/features\/([\w-]+)\//.exec(id) ?? [];
  return slice;
}
