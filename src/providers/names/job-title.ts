// Reads how senior a job title is and which department it belongs to, from the words people put into titles.
import { foldCase } from '../../engine/values/value.ts'
import { guessDepartment } from './title-model.ts'

const SENIORITIES = [
  'owner',
  'founder',
  'c_suite',
  'partner',
  'vp',
  'head',
  'director',
  'manager',
  'senior',
  'entry',
  'intern',
] as const
export type Seniority = (typeof SENIORITIES)[number]

const DEPARTMENTS = [
  'executive',
  'sales',
  'marketing',
  'customer_success',
  'product',
  'design',
  'engineering',
  'it',
  'data',
  'security',
  'finance',
  'legal',
  'human_resources',
  'operations',
  'research',
  'education',
  'healthcare',
] as const
export type Department = (typeof DEPARTMENTS)[number]

const words = (pattern: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'iu')

/** In this order: a "founder and CEO" is a founder, an "assistant to the CEO" none of the two. */
const SENIORITY_WORDS: readonly (readonly [Seniority, RegExp])[] = [
  [
    'intern',
    words(
      'intern|internship|trainee|apprentice|working student|werkstudent(?:in)?|praktikant(?:in)?|stagiaire|stagiair|becari[oa]|placement student',
    ),
  ],
  [
    'founder',
    words(
      '(?:co-?\\s?)?founder|founding (?:partner|member)|gründer(?:in)?|mitgründer(?:in)?|(?:co-?)?fondat(?:eur|rice|ore)|fundador[a]?|oprichter|medeoprichter',
    ),
  ],
  ['owner', words('owner|co-?owner|proprietor|inhaber(?:in)?|propriétaire|propietari[oa]|eigenaar|titolare')],
  ['vp', words('e?s?a?vps?|(?:executive |senior |associate |assistant )?vice[- ]president[e]?|vicepresidente?')],
  [
    'c_suite',
    words(
      'c[efotmirphsdl][oa]|c(?:iso|hro|cso|cco|bo|xo|po|ro|so)|chief(?: \\p{L}+){1,4} officer|chief of staff|chief|president[e]?|managing director|general manager|geschäftsführer(?:in)?|vorstand|directeur général|pdg|director general|amministratore delegato|algemeen directeur|chair(?:man|woman|person)?',
    ),
  ],
  ['partner', words('(?:managing |senior |general |equity )?partner|gesellschafter(?:in)?|associé')],
  ['head', words('head|global head|leiter(?:in)?|leitung|responsable|hoofd|jefe|jefa')],
  [
    'director',
    words(
      '(?:senior |associate |executive |deputy )?director[a]?|dir\\.?|direktor(?:in)?|directeur|directrice|direttore|direttrice',
    ),
  ],
  [
    'manager',
    words(
      'manager(?:in)?|mgr\\.?|supervisor|team ?lead(?:er)?|lead|teamleiter(?:in)?|foreman|superintendent|gerente|chef de projet|coordinator|controller',
    ),
  ],
  ['senior', words('senior|sr\\.?|principal|staff|expert|specialist|architect|iii|iv')],
  ['entry', words('junior|jr\\.?|entry[- ]level|graduate|assistant|associate|clerk|receptionist')],
]

const ASSISTS = words(
  'assistant to|assistenz|assistent(?:in)? der|executive assistant|personal assistant|office of the|ea to|pa to',
)

const DEPARTMENT_WORDS: readonly (readonly [Department, RegExp])[] = [
  [
    'human_resources',
    words(
      'hr|human resources?|people(?: operations| ops| partner| & culture| and culture)?|talent(?: acquisition)?|recruit(?:er|ing|ment)?|personal(?:leiter(?:in)?|referent(?:in)?|wesen)|chro|cpo people|rrhh|ressources humaines|payroll|learning (?:and|&) development',
    ),
  ],
  [
    'customer_success',
    words(
      'customer (?:success|support|service|care|experience)|client (?:success|services?|support)|csm|support (?:engineer|specialist|agent|manager)|help ?desk|kundenservice|kundenbetreuung|onboarding',
    ),
  ],
  ['security', words('security|infosec|cyber(?:security)?|ciso|cso|soc analyst|penetration tester|threat')],
  [
    'data',
    words('data|analytics|business intelligence|bi|machine learning|ml|ai|artificial intelligence|statistician|cdo'),
  ],
  [
    'it',
    words(
      'it|information technology|cio|system(?:s)? administrator|sysadmin|network(?:s)? (?:engineer|administrator)|infrastructure|edv|informatik(?:er(?:in)?)?',
    ),
  ],
  [
    'engineering',
    words(
      'engineer(?:ing)?|developer|development lead|programmer|software|devops|sre|site reliability|cto|technology|technical|tech|architect|full[- ]?stack|front[- ]?end|back[- ]?end|qa|quality assurance|entwickler(?:in)?|entwicklung|ingenieur(?:in)?|développeu(?:r|se)|r&d|mechanical|electrical|hardware|firmware',
    ),
  ],
  ['design', words('design(?:er)?|ux|ui|creative director|art director|illustrator|gestalter(?:in)?')],
  ['product', words('product(?:s)?|cpo|produktmanager(?:in)?')],
  [
    'marketing',
    words(
      'marketing|cmo|brand|content|seo|sem|growth|demand gen(?:eration)?|communications?|pr|public relations|social media|advertising|copywriter|community|events?|werbung',
    ),
  ],
  [
    'sales',
    words(
      'sales|account (?:executive|manager|director)|ae|sdr|bdr|business development|revenue|cro|commercial|key account|vertrieb(?:s\\p{L}*)?|verkauf(?:s\\p{L}*)?|ventes|ventas|vendite|commerciale?|partnerships?|alliances|pre-?sales|channel',
    ),
  ],
  [
    'finance',
    words(
      'financ(?:e|ial|es)|cfo|accounting|accountant|accounts (?:payable|receivable)|controller|controlling|treasur(?:y|er)|audit(?:or)?|tax|bookkeep(?:er|ing)|buchhalt(?:er(?:in)?|ung)|finanz\\p{L}*|investment|investor relations|fp&a|comptable',
    ),
  ],
  [
    'legal',
    words(
      'legal|counsel|lawyer|attorney|paralegal|compliance|privacy|dpo|jurist(?:in)?|recht|rechtsanw[aä]lt(?:in)?|avocat|solicitor|clo',
    ),
  ],
  ['research', words('research(?:er)?|scientist|science|scientific|laboratory|lab|forschung|postdoc(?:toral)?|phd')],
  ['education', words('teach(?:er|ing)|professor|lecturer|tutor|dean|school|education|lehrer(?:in)?|instructor')],
  [
    'healthcare',
    words(
      'nurse|physician|doctor|medical|clinical|surgeon|therapist|pharmac(?:y|ist)|dentist|arzt|ärztin|health(?:care)?|patient',
    ),
  ],
  [
    'operations',
    words(
      'operations?|ops|coo|logistics?|supply chain|procurement|purchasing|buyer|einkauf|einkäufer(?:in)?|warehouse|production|manufacturing|plant|facilit(?:y|ies)|project manager|program manager|pmo|office manager|quality|fleet|transport|lean|scrum master',
    ),
  ],
  [
    'executive',
    words(
      'ceo|chief executive(?: officer)?|(?<!vice[- ])president[e]?|managing director|general manager|(?:co-?\\s?)?founder|owner|geschäftsführer(?:in)?|vorstand|chair(?:man|woman|person)?|board|inhaber(?:in)?|chief of staff|pdg',
    ),
  ],
]

const LONGEST = 300

/** How senior; undefined when the title does not say. */
export function readSeniority(title: string): Seniority | undefined {
  const text = tidied(title)
  if (ASSISTS.test(text)) return 'entry'
  return SENIORITY_WORDS.find(([, pattern]) => pattern.test(text))?.[0]
}

/** Where the work is done; the function ("VP Sales") wins over the rank. What no rule knows is guessed where the model is sure. */
export const readDepartment = (title: string): Department | undefined =>
  departmentByRules(title) ?? guessDepartment(title)

/** The department that the words of a title name. */
export function departmentByRules(title: string): Department | undefined {
  const text = tidied(title)
  return DEPARTMENT_WORDS.find(([, pattern]) => pattern.test(text))?.[0]
}

function tidied(title: string): string {
  return foldCase(title.slice(0, LONGEST)).replace(/[_]+/g, ' ').replace(/\s+/g, ' ').trim()
}
