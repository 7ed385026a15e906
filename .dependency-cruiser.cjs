// The server's areas, lowest first, and the rows of domains inside each. A domain imports lower areas and earlier rows
// of its own area, but no other domain of its own row, so cycles cannot form. A row "..." has all domains of its area
// that no other row names.
const { readdirSync } = require('node:fs');
const { join } = require('node:path');
const rest = (area, rows) => readdirSync(join(__dirname, 'server/src', area)).filter((it) => !rows.flat().includes(it));
const areas = Object.fromEntries(
  Object.entries(require('./server/areas.json')).map(([area, rows]) => [
    area,
    rows.map((row) => (row[0] === '...' ? rest(area, rows) : row)),
  ]),
);
const names = Object.keys(areas);
const among = (list) => `(${list.join('|')})`;

const areaRules = names.map((area, i) => ({
  name: `${area}-imports-lower-areas`,
  severity: 'error',
  from: { path: `^server/src/${area}/`, pathNot: '\\.test\\.ts$' },
  to: { path: `^server/src/${among([...names.slice(i + 1), 'roles'])}/` },
}));

const rowRules = Object.entries(areas).flatMap(([area, rows]) =>
  rows.flatMap((row, i) => {
    const rest = rows.slice(i).flat();
    if (rest.length === 1) return [];
    return {
      name: `${area}-${row[0]}-imports-earlier-rows`,
      severity: 'error',
      from: { path: `^server/src/${area}/${among(row)}/`, pathNot: '\\.test\\.ts$' },
      to: { path: `^server/src/${area}/${among(rest)}/`, pathNot: `^server/src/${area}/$1/` },
    };
  }),
);

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^(virtual:|vite/)' } },
    ...areaRules,
    ...rowRules,
    {
      name: 'platform-knows-no-business',
      severity: 'error',
      from: { path: '^server/src/platform/', pathNot: '\\.test\\.ts$' },
      to: { path: '^server/src/', pathNot: '^server/src/platform/' },
    },
    {
      name: 'one-door-per-domain',
      comment: 'Other folders import a domain only through <domain>.ts; roles may also import its routes and jobs.',
      severity: 'error',
      from: { path: '^server/src/([^/]+/[^/]+)/', pathNot: '(^server/src/roles/|\\.test\\.ts$)' },
      to: {
        path: '^server/src/[^/]+/[^/]+/.',
        pathNot: ['^server/src/platform/', '^server/src/$1/', '^server/src/[^/]+/(?<d>[^/]+)/\\k<d>\\.ts$'],
      },
    },
    {
      name: 'roles-take-doors-routes-and-jobs',
      severity: 'error',
      from: { path: '^server/src/roles/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^server/src/[^/]+/[^/]+/.',
        pathNot: ['^server/src/(platform|roles)/', '^server/src/[^/]+/(?<d>[^/]+)/(\\k<d>|routes|jobs)\\.ts$'],
      },
    },
    {
      name: 'protocol-imports-zod-and-noble-only',
      severity: 'error',
      from: { path: '^protocol/src/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^protocol/src/', 'node_modules/(zod|@noble)/'] },
    },
    {
      name: 'web-and-server-meet-in-the-protocol',
      severity: 'error',
      from: { path: '^(web|backoffice|kit)/src/' },
      to: { path: '^(server|e2e|scripts|bench|chaos)/' },
    },
    {
      name: 'server-imports-no-web',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^(web|backoffice|kit|e2e|scripts)/' },
    },
    {
      name: 'web-domains-never-import-each-other',
      comment:
        'Specimens and trading have no screens and may be imported: one draws and reads specimens, the other has the parts of order tickets.',
      severity: 'error',
      from: { path: '^web/src/([^/]+)/', pathNot: '^web/src/(app|ui|lib)/' },
      to: { path: '^web/src/[^/]+/', pathNot: '^web/src/(ui|lib|specimens|trading|$1)/' },
    },
    {
      name: 'app-and-console-meet-in-the-kit',
      comment: 'App and console share the components in the kit. Each has its own words, screens and calls.',
      severity: 'error',
      from: { path: '^(web|backoffice)/' },
      to: { path: '^(web|backoffice)/', pathNot: '^$1/' },
    },
    {
      name: 'kit-knows-no-app',
      severity: 'error',
      from: { path: '^kit/src/', pathNot: '\\.test\\.tsx?$' },
      to: { pathNot: ['^(kit|protocol)/src/', 'node_modules/(react|zod|uqr|@simplewebauthn/browser)/'] },
    },
    {
      name: 'console-domains-never-import-each-other',
      severity: 'error',
      from: { path: '^backoffice/src/([^/]+)/', pathNot: '^backoffice/src/(app|ui|lib)/' },
      to: { path: '^backoffice/src/[^/]+/', pathNot: '^backoffice/src/(ui|lib|$1)/' },
    },
    {
      name: 'console-ui-and-lib-are-below-domains',
      severity: 'error',
      from: { path: '^backoffice/src/(ui|lib)/' },
      to: { path: '^backoffice/src/[^/]+/', pathNot: '^backoffice/src/(ui|lib)/' },
    },
    {
      name: 'web-ui-is-below-domains',
      severity: 'error',
      from: { path: '^web/src/ui/' },
      to: { path: '^web/src/[^/]+/', pathNot: '^web/src/(ui|lib)/' },
    },
    {
      name: 'web-lib-is-below-ui',
      severity: 'error',
      from: { path: '^web/src/lib/' },
      to: { path: '^web/src/[^/]+/', pathNot: '^web/src/lib/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.tsc|artifacts)/' },
    parser: 'swc',
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'browser', 'default', 'node'] },
  },
};
