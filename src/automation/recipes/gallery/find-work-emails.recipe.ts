// Recipe: looks for a verified work address of each person, cheapest vendor first, paying only for what is found.
import { formula, input, type Recipe, rowsOf, waterfall } from '../recipe.ts'

export const findWorkEmails: Recipe = {
  slug: 'find-work-emails',
  name: 'Find work e-mail addresses',
  category: 'outbound',
  purpose: 'Looks for a verified work address of each person, cheapest vendor first, paying only for what is found.',
  columns: [
    input('Full name'),
    input('Job title'),
    input('Company'),
    input('Website', 'url'),
    waterfall(
      'Work email',
      'work_email',
      [
        ['enrow-email-finder', { full_name: '{{Full name}}', domain: '{{Website}}' }],
        ['hunter-email-finder', { full_name: '{{Full name}}', domain: '{{Website}}' }],
        ['findymail-email-finder', { full_name: '{{Full name}}', domain: '{{Website}}' }],
        ['icypeas-email-finder', { full_name: '{{Full name}}', domain: '{{Website}}' }],
        ['prospeo-person', { full_name: '{{Full name}}', domain: '{{Website}}' }],
      ],
      { accept: { kind: 'verified' }, free_guess: true },
    ),
    formula('Found by', 'PROVIDER({{Work email}})'),
  ],
  sample_rows: rowsOf(
    ['Full name', 'Job title', 'Company', 'Website'],
    ['Maria Weber', 'Head of Sales', 'Brückner Anlagenbau', 'brueckner.example'],
    ['James O’Connor', 'VP Marketing', 'Harbour & Pine', 'harbourandpine.example'],
    ['Aiko Tanaka', 'Chief Technology Officer', 'Kawabe Robotics', 'kawabe.example'],
    ['Priya Sharma', 'Head of Product', 'Saffron Systems', 'saffron-systems.example'],
  ),
}
