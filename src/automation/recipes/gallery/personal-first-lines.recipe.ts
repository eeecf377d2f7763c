// Recipe: writes one factual opening sentence per person from the company’s own website, to be checked before it is sent.
import { ai, ask, formula, input, type Recipe, rowsOf } from '../recipe.ts'

export const personalFirstLines: Recipe = {
  slug: 'personal-first-lines',
  name: 'Personal first lines',
  category: 'outbound',
  purpose:
    'Writes one factual opening sentence per person from the company’s own website, to be checked before it is sent.',
  columns: [
    input('Full name'),
    input('Job title'),
    input('Company'),
    input('Website', 'url'),
    ask('Site', 'website-reader', null, { website: '{{Website}}' }),
    ai(
      'Opening',
      'Write one sentence of at most 25 words that opens a business e-mail to {{Full name}}, {{Job title}} at {{Company}}. ' +
        'Use one fact of {{Site}}. No praise, no question, no exclamation mark.',
      [
        ['first_line', 'The sentence.'],
        ['fact_used', 'The fact it rests on, as it stands in the data.'],
      ],
    ),
    formula('First line', '{{Opening.first_line}}'),
  ],
  sample_rows: rowsOf(
    ['Full name', 'Job title', 'Company', 'Website'],
    ['Maria Weber', 'Head of Sales', 'Brückner Anlagenbau', 'brueckner.example'],
    ['James O’Connor', 'VP Marketing', 'Harbour & Pine', 'harbourandpine.example'],
    ['Aiko Tanaka', 'Chief Technology Officer', 'Kawabe Robotics', 'kawabe.example'],
    ['Priya Sharma', 'Head of Product', 'Saffron Systems', 'saffron-systems.example'],
  ),
}
