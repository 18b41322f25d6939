// Architecture as sentences. Each rule's comment says what to do instead.

/**
 * The slices of the server, in order: a slice may import the doors of slices to its left, and nothing else of another
 * slice. Here and nowhere else.
 */
export const SLICES = (
  'permissions applications users audit | consent inbox | departments categories surveys visits contacts | ' +
  'acknowledged suppression deliveries | invitations | mailing-lists | account | triggers | cases | texts | ' +
  'processing intake messages | patients | feedback kiosks broadcasts results retention readiness alarms dashboard'
).split(/[ |]+/);

const SERVER = '^apps/server/src';
const WEB = '^apps/web/src';
const FEATURES = `${SERVER}/features`;
const TESTS = '([.]test[.]tsx?$|/testing/)';

/** Each slice against every slice to its right. */
const sliceOrder = SLICES.slice(0, -1).map((slice, position) => {
  const later = SLICES.slice(position + 1);
  return {
    name: `slice-order-${slice}`,
    comment:
      `${slice} comes before ${later.join(', ')}: let the later slice call ${slice}, ` +
      'hand the value or function in as a parameter, or enqueue a job that the later slice handles.',
    severity: 'error',
    from: { path: `${FEATURES}/${slice}/`, pathNot: TESTS },
    to: { path: `${FEATURES}/(${later.join('|')})/` },
  };
});

export default {
  forbidden: [
    {
      name: 'hl7-is-pure',
      comment:
        'packages/hl7 takes bytes and strings and gives values, so it runs anywhere: ' +
        'do the reading, waiting and asking the time in the caller, and hand the result in.',
      severity: 'error',
      from: { path: '^packages/hl7/src', pathNot: TESTS },
      to: { pathNot: '^packages/hl7/src' },
    },
    {
      name: 'contract-is-a-leaf',
      comment:
        'packages/contract says what crosses the wire and knows zod only: move the code to the side that needs it.',
      severity: 'error',
      from: { path: '^packages/contract/src', pathNot: TESTS },
      to: { pathNot: ['^packages/contract/src', '(^|/)node_modules/zod/'] },
    },
    {
      name: 'platform-knows-no-hospital',
      comment:
        'apps/server/src/platform is plumbing and imports nothing above it: ' +
        'take what you need as a parameter, or move the code into the slice it belongs to.',
      severity: 'error',
      from: { path: `${SERVER}/platform`, pathNot: TESTS },
      to: { path: [`${SERVER}/`, WEB], pathNot: [`${SERVER}/platform`] },
    },
    {
      name: 'routes-hold-no-sql',
      comment: 'A route asks its slice: put the statement into <slice>.queries.ts, with tx first and scope second.',
      severity: 'error',
      from: { path: '[.]routes[.]tsx?$' },
      to: { path: ['(^|/)node_modules/(kysely|pg|pg-query-stream)/', `${SERVER}/platform/db/schema[.]gen[.]ts$`] },
    },
    {
      name: 'slice-door',
      comment: 'Of another slice only its door may be imported, features/<slice>/index.ts: export what you need there.',
      severity: 'error',
      from: { path: `${FEATURES}/([^/]+)/`, pathNot: TESTS },
      to: { path: `${FEATURES}/[^/]+/`, pathNot: [`${FEATURES}/$1/`, `${FEATURES}/[^/]+/index[.]ts$`] },
    },
    {
      name: 'portal-uses-doors',
      comment: 'The public pages ask the slices at their doors, features/<slice>/index.ts: export what you need there.',
      severity: 'error',
      from: { path: `${SERVER}/portal/`, pathNot: TESTS },
      to: { path: `${FEATURES}/[^/]+/`, pathNot: `${FEATURES}/[^/]+/index[.]ts$` },
    },
    {
      name: 'slices-know-no-portal',
      comment: 'A slice does not know how it is shown: let the portal call the slice.',
      severity: 'error',
      from: { path: `${FEATURES}/`, pathNot: TESTS },
      to: { path: [`${SERVER}/portal/`, `${SERVER}/(main|app|jobs)[.]ts$`] },
    },
    {
      name: 'slice-is-listed',
      comment: 'A new slice gets its place in the order first: add it to SLICES in .dependency-cruiser.mjs.',
      severity: 'error',
      from: { path: `${FEATURES}/`, pathNot: `${FEATURES}/(${SLICES.join('|')})/` },
      to: {},
    },
    ...sliceOrder,
    {
      name: 'tests-stay-tests',
      comment:
        'What only tests need (a testing/ folder, a test) must not run in a hospital: move it, or import it in a test.',
      severity: 'error',
      from: { path: '^(packages|apps)/', pathNot: TESTS },
      to: { path: `^(packages|apps)/.*${TESTS}` },
    },
    {
      name: 'web-never-imports-server',
      comment: 'The browser gets what crosses the wire: put the type or endpoint into packages/contract.',
      severity: 'error',
      from: { path: '^apps/web/' },
      to: { path: '^apps/server/' },
    },
    {
      name: 'server-never-imports-web',
      comment: 'The server serves the built web application as files: put what both need into packages/contract.',
      severity: 'error',
      from: { path: '^apps/server/' },
      to: { path: '^apps/web/' },
    },
    {
      name: 'web-slices-are-separate',
      comment:
        'A screen of one slice imports nothing of another: move the shared piece to ui/ (if it knows no slice) or api/, ' +
        'or link to the other screen.',
      severity: 'error',
      from: { path: `${WEB}/features/([^/]+)/` },
      to: { path: `${WEB}/features/[^/]+/`, pathNot: `${WEB}/features/$1/` },
    },
    {
      name: 'ui-is-below-features',
      comment: 'ui/ and api/ serve every screen and know none: take what differs as a property or a parameter.',
      severity: 'error',
      from: { path: `${WEB}/(ui|api)/` },
      to: { path: `${WEB}/(features|app)/` },
    },
    {
      name: 'no-cycles',
      comment: 'These files import each other in a circle: move what both need into a third that imports neither.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'imports-resolve',
      comment: 'This import leads nowhere: correct the path, or add the package to the workspace that uses it.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '[?]' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(packages|apps)/[^/]+/(dist|[.]cache)/' },
    // TypeScript 7 has no parser to lend; without this line nothing is read and all seems well.
    parser: 'swc',
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['wardvoice-source', 'import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.css', '.json'],
      mainFields: ['module', 'main', 'types', 'typings'],
    },
  },
};
