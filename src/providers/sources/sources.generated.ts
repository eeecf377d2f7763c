// The sources: the files of this folder, listed by `npm run generate`.
import { companiesHouse } from './companies-house.source.ts'
import { feed } from './feed.source.ts'
import { file } from './file.source.ts'
import { frenchCompanies } from './french-companies.source.ts'
import { githubOrganisations } from './github-organisations.source.ts'
import { gleif } from './gleif.source.ts'
import { googlePlaces } from './google-places.source.ts'
import { hiring } from './hiring.source.ts'
import { httpApi } from './http-api.source.ts'
import { hubspot } from './hubspot.source.ts'
import { overpass } from './overpass.source.ts'
import { ownProvider } from './own-provider.source.ts'
import { salesforce } from './salesforce.source.ts'
import { secCompanies } from './sec-companies.source.ts'
import { sitemap } from './sitemap.source.ts'
import { webSearch } from './web-search.source.ts'
import { wikidata } from './wikidata.source.ts'
import { workbook } from './workbook.source.ts'

export const ALL_SOURCES = [
  companiesHouse,
  feed,
  file,
  frenchCompanies,
  githubOrganisations,
  gleif,
  googlePlaces,
  hiring,
  httpApi,
  hubspot,
  overpass,
  ownProvider,
  salesforce,
  secCompanies,
  sitemap,
  webSearch,
  wikidata,
  workbook,
]
