// The sources that records can be brought from. A source is added by listing its declaration here.
import { companiesHouse } from './companies-house.source.ts'
import { feed } from './feed.source.ts'
import { fileByUrl } from './file.source.ts'
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
import type { SourceAdapter } from './source.ts'
import { webSearches } from './web-search.source.ts'
import { wikidata } from './wikidata.source.ts'
import { otherWorkbook } from './workbook.source.ts'

export const SOURCES: readonly SourceAdapter[] = [
  gleif,
  companiesHouse,
  frenchCompanies,
  secCompanies,
  wikidata,
  hiring,
  overpass,
  googlePlaces,
  ...webSearches,
  feed,
  sitemap,
  githubOrganisations,
  httpApi,
  ownProvider,
  fileByUrl,
  hubspot,
  salesforce,
  otherWorkbook,
]
