// Recipe: finds mobile numbers by LinkedIn page, only for people senior enough to be called.
import { ask, formula, input, type Recipe, rowsOf, waterfall } from '../recipe.ts'

export const findMobileNumbers: Recipe = {
  slug: 'find-mobile-numbers',
  name: 'Find mobile numbers',
  category: 'outbound',
  purpose: 'Finds mobile numbers by LinkedIn page, only for people senior enough to be called.',
  columns: [
    input('Full name'),
    input('Job title'),
    input('LinkedIn', 'url'),
    { ...formula('Seniority', 'SENIORITY({{Job title}})'), id: 'seniority' },
    waterfall(
      'Mobile phone',
      'mobile_phone',
      [
        ['leadmagic-mobile-finder', { linkedin_url: '{{LinkedIn}}' }],
        ['apollo-mobile-phone', { linkedin_url: '{{LinkedIn}}' }],
        ['findymail-phone-finder', { linkedin_url: '{{LinkedIn}}' }],
      ],
      {
        run_if: {
          field: 'seniority',
          op: 'in',
          value: ['owner', 'founder', 'c_suite', 'partner', 'vp', 'head', 'director'],
        },
      },
    ),
    ask('Number', 'phone-e164', 'phone', { phone: '{{Mobile phone}}' }),
  ],
  sample_rows: rowsOf(
    ['Full name', 'Job title', 'LinkedIn'],
    ['Maria Weber', 'Head of Sales', 'https://www.linkedin.com/in/maria-weber-example'],
    ['Ethan Brooks', 'IT Director', 'https://www.linkedin.com/in/ethan-brooks-example'],
    ['Anna Nielsen', 'Sales Assistant', 'https://www.linkedin.com/in/anna-nielsen-example'],
  ),
}
