// Names of places that more than one country has, such as Georgia, and the towns that tell which is meant.
import { regionOf, type Words } from './regions.ts'

interface SharedName {
  /** ISO 3166-1 alpha-2 where no town tells; null where the name may be either. */
  otherwise: string | null
  /** By country, towns that stand before the name, as {@link plainTown} writes them. */
  towns: Readonly<Record<string, ReadonlySet<string>>>
  /** Towns of which each of the countries has one. */
  either?: ReadonlySet<string>
}

const towns = (text: string) => new Set(text.trim().split(/\s*,\s*/))

const IN_GEORGIA =
  towns(`tbilisi, tiflis, batumi, kutaisi, rustavi, gori, zugdidi, poti, telavi, sukhumi, mtskheta, borjomi, kobuleti, khashuri, samtredia,
  senaki, zestafoni, marneuli, ozurgeti, akhaltsikhe, tskaltubo, gudauri, sighnaghi, bakuriani, chiatura`)
const IN_US_GEORGIA =
  towns(`atlanta, augusta, columbus, savannah, macon, athens, sandysprings, southfulton, roswell, johnscreek, warnerrobins, albany, alpharetta, marietta,
  stonecrest, smyrna, valdosta, brookhaven, dunwoody, peachtreecity, peachtreecorners, newnan, gainesville, milton, rome, tucker, eastpoint, duluth, norcross, kennesaw,
  lawrenceville, woodstock, canton, cartersville, carrollton, dalton, decatur, statesboro, suwanee, buford, cumming, hinesville, brunswick, thomasville, griffin, conyers, stockbridge,
  mcdonough, fayetteville, douglasville, acworth, snellville, lagrange, tifton, dublin, waycross, covington, winder, buckhead, collegepark, forestpark, vidalia`)

/** Whole names, in the letters of {@link plainTown}. */
const NAMES: Readonly<Record<string, SharedName>> = {
  georgia: { otherwise: null, towns: { GE: IN_GEORGIA, US: IN_US_GEORGIA } },
  luxembourg: {
    otherwise: 'LU',
    towns: { BE: towns('arlon, bastogne, marcheenfamenne, virton, durbuy, libramont, bouillon') },
  },
  macedonia: {
    otherwise: 'MK',
    towns: { GR: towns('thessaloniki, kavala, serres, katerini, veria, kozani, drama, edessa, kilkis') },
  },
  niger: { otherwise: 'NE', towns: { NG: towns('minna, bida, kontagora, suleja') } },
  // The island has this name, too.
  ireland: {
    otherwise: 'IE',
    towns: { GB: towns('belfast, derry, londonderry, lisburn, newry, armagh, omagh, ballymena') },
    either: towns('bangor'),
  },
}

/** Two letters behind a town are a state of the United States unless the town is known to be in the country of that code. */
const CODES: Words = {
  AR: 'buenosaires, cordoba, rosario, mendoza',
  CA: 'toronto, vancouver, montreal, ottawa, calgary, edmonton, winnipeg, quebeccity, mississauga, waterloo',
  CO: 'bogota, medellin, cali, barranquilla, cartagena',
  DE: 'berlin, munich, munchen, hamburg, cologne, koln, frankfurt, frankfurtammain, stuttgart, dusseldorf, leipzig, dresden, hannover, nuremberg, nurnberg, bremen, essen, dortmund, bonn, karlsruhe, mannheim, heidelberg',
  ID: 'jakarta, bandung, surabaya, medan, yogyakarta, denpasar',
  IL: 'telaviv, telavivyafo, jerusalem, haifa, herzliya, ramatgan, netanya, petahtikva, raanana',
  IN: 'bangalore, bengaluru, mumbai, delhi, newdelhi, hyderabad, chennai, pune, kolkata, gurgaon, gurugram, noida, ahmedabad, kochi, jaipur, indore',
  MA: 'casablanca, rabat, marrakesh, marrakech, tangier, agadir, fes',
  PA: 'panamacity, ciudaddepanama',
  SC: 'victoria',
}
const TOWNS_OF_CODES = new Map(Object.entries(CODES).map(([code, list]) => [code, towns(list)]))

const plainTown = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase()

/**
 * The country of a place whose last part more than one country has, by the part before it: an ISO 3166-1 alpha-2 code, null where the place may be in
 * either, undefined where the last part is no such name.
 */
export function countryOfSharedName(last: string, before: string): string | null | undefined {
  const name = plainTown(last)
  const shared = Object.hasOwn(NAMES, name) ? NAMES[name] : undefined
  if (!shared) return undefined
  // "12 Main St, Atlanta": the town is the last of what stands before.
  const town = plainTown(before.split(/[,;\n/|]|\s[-–]\s/).at(-1) ?? '')
  if (shared.either?.has(town)) return null
  return Object.entries(shared.towns).find(([, known]) => known.has(town))?.[0] ?? shared.otherwise
}

/** The country of a place that ends in a state of the United States or a province of Canada; undefined where it does not. */
export function countryOfRegion(last: string, before: string): string | undefined {
  const code = /^[A-Z]{2}$/.test(last) ? last : undefined
  if (code && TOWNS_OF_CODES.get(code)?.has(plainTown(before.split(/[,;\n/|]|\s[-–]\s/).at(-1) ?? ''))) return code
  if (regionOf('US', last) !== undefined) return 'US'
  return code === undefined && regionOf('CA', last) !== undefined ? 'CA' : undefined
}
