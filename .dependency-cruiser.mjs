// The rules of the architecture. The comment of each rule says what to do instead.

/**
 * The slices of the server, in order: a slice may import the doors of slices to its left, and nothing else of another
 * slice. Here, and for reading in docs/architecture.md.
 */
export const SLICES = (
  'permissions applications sessions roles passkeys credentials two-step saved-views users audit failed-attempts api-keys webhooks destinations | text-meaning consent inbox | departments categories survey-templates survey-content surveys answer-scales outcome-scores survey-uses | ' +
  'patient-events visits patient-identity contacts | acknowledged suppression contact-records deliveries delivery-records delivery-retries | ' +
  'receipts sending-holds | invitations | mailing-lists contact-imports contact-merges | account single-sign-on newcomers scim | pathways notices triggers | duty case-causes cases texts | ' +
  'processing intake messages message-trials | patients consent-ledger | masked-comments feedback tag-suggestions feedback-records ward-pages kiosks broadcasts delivery-calendar results reports report-packs answer-rows data-exports privacy retention readiness backups wal-archive alarms key-rotation fhir fhir-resources ehr-launch dashboard'
).split(/[ |]+/);

const SERVER = '^apps/server/src';
const WEB = '^apps/web/src';
const FEATURES = `${SERVER}/features`;
const TESTS = '([.](test|cases)[.]tsx?$|/testing/)';

/** One rule for each slice: it may import none of the slices to its right. */
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
      name: 'client-stands-alone',
      comment:
        'packages/client is installed by programs of others: what it needs of the API is in its types, made by npm run client.',
      severity: 'error',
      from: { path: '^packages/client/src' },
      to: { pathNot: ['^packages/client/src', '(^|/)node_modules/openapi-(fetch|typescript)/'] },
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
      name: 'portal-client-stands-alone',
      comment:
        'portal/client runs in the browsers of patients: let the server write what a script needs into the page, ' +
        'as an attribute of an element.',
      severity: 'error',
      from: { path: `${SERVER}/portal/client/`, pathNot: TESTS },
      to: { pathNot: `${SERVER}/portal/client/` },
    },
    {
      name: 'server-imports-no-portal-client',
      comment: 'What runs in a browser is bundled, not imported: take its text from portal/client-files.ts.',
      severity: 'error',
      from: { path: `${SERVER}/`, pathNot: `${SERVER}/portal/client/` },
      to: { path: `${SERVER}/portal/client/` },
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
        'A screen of one slice imports nothing of another: move the shared piece to ui/domain (if it knows no slice) or api/, ' +
        'or link to the other screen.',
      severity: 'error',
      from: { path: `${WEB}/features/([^/]+)/` },
      to: { path: `${WEB}/features/[^/]+/`, pathNot: `${WEB}/features/$1/` },
    },
    {
      name: 'web-slices-know-no-app',
      comment:
        'app/ collects the slices (one line each in app/slices.ts), and none of them knows it: ' +
        'move what both need to ui/ or api/, or bring it in the slice itself.',
      severity: 'error',
      from: { path: `${WEB}/features/` },
      to: { path: `${WEB}/(app/|main[.]tsx$)` },
    },
    {
      name: 'ui-is-below-features',
      comment: 'ui/ and api/ serve every screen and know none: take what differs as a property or a parameter.',
      severity: 'error',
      from: { path: `${WEB}/(ui|api)/` },
      to: { path: `${WEB}/(features|app)/` },
    },
    {
      name: 'kit-knows-no-product',
      comment:
        'ui/kit would serve any other application as well: take texts, values and functions as properties, ' +
        'or put what knows the contract, a call or a word of the product into ui/domain.',
      severity: 'error',
      from: { path: `${WEB}/ui/kit/`, pathNot: TESTS },
      to: { path: ['^packages/', `${WEB}/`], pathNot: `${WEB}/ui/kit/` },
    },
    {
      name: 'hl7-shows-messages-only',
      comment:
        'ui/hl7 shows a message as it was sent and knows no other words of the product: ' +
        'let the screen or ui/domain hand in what differs, as a property.',
      severity: 'error',
      from: { path: `${WEB}/ui/hl7/`, pathNot: TESTS },
      to: { path: `${WEB}/ui/domain/` },
    },
    {
      name: 'ui-is-sorted',
      comment:
        'Every component has a place in ui/: in kit if it knows nothing of the product, in domain if it does, ' +
        'and in hl7 if it shows a message as it was sent.',
      severity: 'error',
      from: { path: `${WEB}/` },
      to: { path: `${WEB}/ui/`, pathNot: `${WEB}/ui/(kit|domain|hl7)/` },
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
    // TypeScript 7 has no parser for other programs. Without this line no file is read, and no violation is found.
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
