// Recipe: builds the most likely address from name and domain and checks it, without any key.
import { ask, formula, input, type Recipe, rowsOf } from '../recipe.ts'

export const guessWorkEmails: Recipe = {
  slug: 'guess-work-emails',
  name: 'Guess work e-mail addresses for free',
  category: 'outbound',
  purpose: 'Builds the most likely address from name and domain and checks it, without any key.',
  columns: [
    input('Full name'),
    input('Job title'),
    input('Company'),
    input('Website', 'url'),
    ask('Domain', 'domain-normaliser', 'company_domain', { website: '{{Website}}' }),
    ask('Likely email', 'email-pattern', 'work_email', { company_domain: '{{Domain}}', full_name: '{{Full name}}' }),
    ask('Check', 'email-verifier', 'email_status', { email: '{{Likely email}}' }),
    formula('Use it', '{{Check}} = "valid"'),
  ],
  sample_rows: rowsOf(
    ['Full name', 'Job title', 'Company', 'Website'],
    ['Maria Weber', 'Head of Sales', 'Brückner Anlagenbau', 'brueckner.example'],
    ['James O’Connor', 'VP Marketing', 'Harbour & Pine', 'harbourandpine.example'],
    ['Aiko Tanaka', 'Chief Technology Officer', 'Kawabe Robotics', 'kawabe.example'],
    ['Priya Sharma', 'Head of Product', 'Saffron Systems', 'saffron-systems.example'],
  ),
}
