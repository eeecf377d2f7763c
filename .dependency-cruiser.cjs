// Who may import whom: read from house.json, plus what the suffix of a file name promises. `npm run check` runs it.
const { rooms, web, published } = require('./house.json')

const TEST = '[.](test|fixture)[.]tsx?$'
const escaped = (text) => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
const inRoom = (place) => `^src/${place}/`

/** A room imports itself and what its entry in house.json names, nothing else of ours. */
const directions = rooms.map(({ name, may_import }) => ({
  name: `${name}-looks-down`,
  comment: `house.json: ${name} may import ${may_import.join(', ') || 'nothing of ours'}`,
  severity: 'error',
  from: { path: inRoom(name), pathNot: TEST },
  to: { path: '^(src|web|test|scripts|bench|e2e)/', pathNot: [name, ...may_import].map(inRoom) },
}))

/** A test stands on its room, on what its room stands on, and on the harness. */
const testDirections = rooms.map(({ name, may_import }) => ({
  name: `${name}-tests-look-down`,
  severity: 'error',
  from: { path: `${inRoom(name)}.*${TEST}` },
  to: { path: '^(src|web)/', pathNot: [name, 'platform', ...may_import].map(inRoom) },
}))

/** Below `place` each folder imports those that its list in house.json names before it. */
const inOrder = (place, folders) => [
  ...folders.slice(0, -1).map((folder, at) => ({
    name: `${place}/${folder}-looks-down`,
    comment: `house.json: the folders of ${place}, each stands on those before it`,
    severity: 'error',
    from: { path: `^${place}/${folder}/`, pathNot: TEST },
    to: { path: folders.slice(at + 1).map((other) => `^${place}/${other}/`) },
  })),
  {
    name: `${place}-folders-are-declared`,
    comment: `a folder of ${place} that house.json does not list`,
    severity: 'error',
    from: {},
    to: { path: `^${place}/[^/]+/`, pathNot: folders.map((folder) => `^${place}/${folder}/`) },
  },
]
const directionsInside = [
  ...rooms.flatMap(({ name, inside }) => (inside ? inOrder(`src/${name}`, inside) : [])),
  ...Object.entries(web).flatMap(([place, folders]) => inOrder(`web/${place}`, folders)),
]

/** Of a feature of the web app, the others import what house.json says it publishes. */
const feature = (name) => `^web/src/features/${name}/`
const ownFeatures = web['src/features'].map((name) => ({
  name: `${name}-publishes`,
  comment: `house.json: of ${name} other features import ${published[name]?.join(', ') || 'nothing'}`,
  severity: 'error',
  from: { path: '^web/src/features/', pathNot: [feature(name), TEST] },
  to: { path: feature(name), pathNot: (published[name] ?? []).map((file) => `${feature(name)}${escaped(file)}$`) },
}))

/** Files with this suffix serve their own room, and the rooms listed. */
const privateTo = (suffix, others = '') => ({
  name: `${suffix}-stay-home`,
  comment: `a .${suffix}.ts file is imported by its own room${others && ` and by ${others}`} only`,
  severity: 'error',
  from: { path: '^src/([^/]+)/', pathNot: others ? inRoom(others) : undefined },
  to: { path: `^src/[^/]+/.*[.]${suffix}[.]ts$`, pathNot: '^src/$1/' },
})

/** Inside a room they serve their own folder, and the whole room where house.json says so of the folder. */
const ownWrites = ({ name, inside = [], shared_writes = [] }) => ({
  name: `${name}-writes-stay-in-their-folder`,
  comment: `a .writes.ts file is imported by its own folder only; in ${name} by others from ${shared_writes.join(', ') || 'nowhere'}`,
  severity: 'error',
  from: { path: `^src/${name}/([^/]+)/`, pathNot: TEST },
  to: {
    path: inside
      .filter((folder) => !shared_writes.includes(folder))
      .map((folder) => `^src/${name}/${folder}/.*[.]writes[.]ts$`),
    pathNot: `^src/${name}/$1/`,
  },
})

const outside = (packages, places, comment) => ({
  name: `${packages[0].replace(/\W+/g, '-')}-has-one-home`,
  comment,
  severity: 'error',
  from: { path: '^src/', pathNot: [...places.map((place) => `^src/${place}`), TEST] },
  to: { path: packages.map((name) => `(^|/)node_modules/${name}/`), dependencyTypesNot: ['type-only'] },
})

module.exports = {
  forbidden: [
    ...directions,
    ...testDirections,
    ...directionsInside,
    ...ownFeatures,
    privateTo('writes'),
    ...rooms.filter(({ inside }) => inside).map(ownWrites),
    privateTo('routes', 'app'),
    privateTo('worker', 'app'),
    {
      name: 'rooms-are-declared',
      comment: 'a folder below src that house.json does not know',
      severity: 'error',
      from: {},
      to: { path: '^src/[^/]+/', pathNot: rooms.map(({ name }) => inRoom(name)) },
    },
    {
      name: 'no-circles',
      comment: 'a page that is loaded when first needed may know the router that loads it',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import'] } },
    },
    {
      name: 'nothing-imports-main',
      severity: 'error',
      from: {},
      to: { path: '^src/main[.]ts$' },
    },
    {
      name: 'web-is-a-client',
      comment:
        'the web app knows the API description and the words of its forms only, and reads the values and the JSON that people type as the server does',
      severity: 'error',
      from: { path: '^web/' },
      to: {
        path: '^(src|test|scripts|bench|e2e)/',
        pathNot:
          '^src/(kernel/(read-json|setting-form)|engine/(columns/target-words|values/(coerce|reading|search-words|typed-values[.]fixture)))[.]ts$',
      },
    },
    {
      name: 'sdk-is-a-client',
      comment: 'the SDK knows the types of the API only; of the server the command line alone stands on it',
      severity: 'error',
      from: { path: '^sdk/' },
      to: { path: '^(src|web|test|scripts|bench|e2e)/', pathNot: '^web/src/api/schema[.]d[.]ts$' },
    },
    {
      name: 'sdk-is-for-clients',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/app/(cli/|.*[.]test[.]ts$)' },
      to: { path: '^sdk/' },
    },
    {
      name: 'product-imports-no-test',
      severity: 'error',
      from: { path: '^(src|web)/', pathNot: TEST },
      to: { path: [TEST, '^test/', '(^|/)node_modules/(vitest|fast-check)/'] },
    },
    {
      name: 'logic-is-pure',
      comment: 'rules take facts as values: no database, network, files or doors',
      severity: 'error',
      from: { path: ['^src/(engine|kernel)/', '[.]logic[.]ts$'], pathNot: TEST },
      to: {
        path: [
          '[.](reads|writes|commands|routes|worker)[.]ts$',
          '(^|/)node_modules/(pg|undici|fastify)/',
          '^(node:)?(fs|net|http|https|dns|tls|child_process|timers)(/|$)',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'doors-open-outwards',
      comment: 'what a door calls does not know the door',
      severity: 'error',
      from: { path: '[.](schema|events|jobs|logic|reads|writes|commands)[.]ts$' },
      to: { path: '[.](routes|worker)[.]ts$' },
    },
    outside(['undici'], ['platform/net/'], 'requests go out through the address guard'),
    outside(['pg', 'pg-copy-streams'], ['platform/db/', 'records/'], 'connections come from the pool of platform/db'),
    outside(['fastify', '@fastify/[^/]+'], ['platform/http/'], 'HTTP has one kit'),
    {
      name: 'runtime-packages-are-dependencies',
      comment: 'what the server needs must be in "dependencies"',
      severity: 'error',
      from: { path: '^src/', pathNot: [TEST, '^src/platform/http/docs-assets[.]ts$'] },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'every-import-leads-somewhere',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
}
