// States and provinces of countries whose addresses name them, with the two or three letters that stand on a letter.

export type Words = Readonly<Record<string, string>>
export const parsePairs = (text: string): Words =>
  Object.fromEntries(
    text
      .trim()
      .split(/\s*,\s*/)
      .map((pair) => pair.split(' ')),
  )

const US_STATES =
  parsePairs(`alabama AL, alaska AK, arizona AZ, arkansas AR, california CA, colorado CO, connecticut CT, delaware DE, florida FL, georgia GA, hawaii HI, idaho ID,
  illinois IL, indiana IN, iowa IA, kansas KS, kentucky KY, louisiana LA, maine ME, maryland MD, massachusetts MA, michigan MI, minnesota MN, mississippi MS, missouri MO,
  montana MT, nebraska NE, nevada NV, newhampshire NH, newjersey NJ, newmexico NM, newyork NY, northcarolina NC, northdakota ND, ohio OH, oklahoma OK, oregon OR,
  pennsylvania PA, rhodeisland RI, southcarolina SC, southdakota SD, tennessee TN, texas TX, utah UT, vermont VT, virginia VA, washington WA, westvirginia WV,
  wisconsin WI, wyoming WY, districtofcolumbia DC, puertorico PR, guam GU, virginislands VI, usvirginislands VI, americansamoa AS, northernmarianaislands MP, ala AL, ind IN, ore OR, calif CA, fla FL, penna PA, penn PA, mass MA, tex TX, wash WA, mich MI, minn MN, wis WI, ill IL, conn CT, ariz AZ, colo CO, tenn TN`)
const CA_PROVINCES =
  parsePairs(`alberta AB, britishcolumbia BC, manitoba MB, newbrunswick NB, newfoundland NL, newfoundlandandlabrador NL, novascotia NS, ontario ON,
  princeedwardisland PE, pei PE, quebec QC, saskatchewan SK, yukon YT`)
const AU_STATES = parsePairs(
  `newsouthwales NSW, victoria VIC, queensland QLD, southaustralia SA, westernaustralia WA, tasmania TAS`,
)
const BR_STATES =
  parsePairs(`acre AC, alagoas AL, amapa AP, amazonas AM, bahia BA, ceara CE, distritofederal DF, espiritosanto ES, goias GO, maranhao MA, matogrosso MT,
  matogrossodosul MS, minasgerais MG, para PA, paraiba PB, parana PR, pernambuco PE, piaui PI, riodejaneiro RJ, riograndedonorte RN, riograndedosul RS, rondonia RO,
  roraima RR, santacatarina SC, saopaulo SP, sergipe SE, tocantins TO`)
const REGIONS: Readonly<Record<string, Words>> = { US: US_STATES, CA: CA_PROVINCES, AU: AU_STATES, BR: BR_STATES }

/** The code of the state or province of a country that a text is, by name or code; undefined where it is none. */
export function regionOf(country: string, text: string): string | undefined {
  const words = REGIONS[country] ?? {}
  const bare = text.normalize('NFD').replace(/[\p{M}\s.]/gu, '')
  if (Object.hasOwn(words, bare.toLowerCase())) return words[bare.toLowerCase()]
  return Object.values(words).find((code) => code === bare)
}
