// Every recipe of the gallery, in the order in which it is shown.
import { cleanCompanyList } from './gallery/clean-company-list.recipe.ts'
import { cleanContactList } from './gallery/clean-contact-list.recipe.ts'
import { companiesFromDomains } from './gallery/companies-from-domains.recipe.ts'
import { companyResearch } from './gallery/company-research.recipe.ts'
import { competitorResearch } from './gallery/competitor-research.recipe.ts'
import { domainExpiry } from './gallery/domain-expiry.recipe.ts'
import { euVatCheck } from './gallery/eu-vat-check.recipe.ts'
import { findDuplicates } from './gallery/find-duplicates.recipe.ts'
import { findMobileNumbers } from './gallery/find-mobile-numbers.recipe.ts'
import { findWorkEmails } from './gallery/find-work-emails.recipe.ts'
import { firmographicsWaterfall } from './gallery/firmographics-waterfall.recipe.ts'
import { frenchCompanies } from './gallery/french-companies.recipe.ts'
import { guessWorkEmails } from './gallery/guess-work-emails.recipe.ts'
import { hiringByDepartment } from './gallery/hiring-by-department.recipe.ts'
import { hiringOverview } from './gallery/hiring-overview.recipe.ts'
import { idealCustomerScore } from './gallery/ideal-customer-score.recipe.ts'
import { industryClassification } from './gallery/industry-classification.recipe.ts'
import { jobBoards } from './gallery/job-boards.recipe.ts'
import { latestPosts } from './gallery/latest-posts.recipe.ts'
import { legalEntities } from './gallery/legal-entities.recipe.ts'
import { localBusinessContacts } from './gallery/local-business-contacts.recipe.ts'
import { localBusinessPlaces } from './gallery/local-business-places.recipe.ts'
import { mailProvider } from './gallery/mail-provider.recipe.ts'
import { onlinePresence } from './gallery/online-presence.recipe.ts'
import { openSourceCompanies } from './gallery/open-source-companies.recipe.ts'
import { personaSegments } from './gallery/persona-segments.recipe.ts'
import { personalFirstLines } from './gallery/personal-first-lines.recipe.ts'
import { technologyProfile } from './gallery/technology-profile.recipe.ts'
import { ukCompanies } from './gallery/uk-companies.recipe.ts'
import { usPublicCompanies } from './gallery/us-public-companies.recipe.ts'
import { verifyEmails } from './gallery/verify-emails.recipe.ts'
import type { Recipe } from './recipe.ts'

export const GALLERY: readonly Recipe[] = [
  companiesFromDomains,
  idealCustomerScore,
  usPublicCompanies,
  frenchCompanies,
  ukCompanies,
  firmographicsWaterfall,
  cleanCompanyList,
  cleanContactList,
  findDuplicates,
  verifyEmails,
  legalEntities,
  euVatCheck,
  findWorkEmails,
  guessWorkEmails,
  findMobileNumbers,
  personalFirstLines,
  personaSegments,
  companyResearch,
  competitorResearch,
  industryClassification,
  technologyProfile,
  openSourceCompanies,
  domainExpiry,
  latestPosts,
  mailProvider,
  hiringOverview,
  hiringByDepartment,
  jobBoards,
  localBusinessContacts,
  localBusinessPlaces,
  onlinePresence,
]

export const recipeBySlug = (slug: string): Recipe | undefined => GALLERY.find((one) => one.slug === slug)
