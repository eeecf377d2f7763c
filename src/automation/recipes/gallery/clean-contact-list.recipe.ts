// Recipe: splits full names, normalizes phones and marks private e-mail addresses, seniority and department of each contact.
import { ask, formula, input, type Recipe, rowsOf } from '../recipe.ts'

export const cleanContactList: Recipe = {
  slug: 'clean-contact-list',
  name: 'Clean up a contact list',
  category: 'crm-hygiene',
  purpose:
    'Splits full names, normalizes phones and marks private e-mail addresses, seniority and department of each contact.',
  columns: [
    input('Full name'),
    input('Job title'),
    input('Email', 'email'),
    input('Phone', 'phone'),
    input('Country'),
    ask('First name', 'person-name-parser', 'first_name', { full_name: '{{Full name}}' }),
    ask('Last name', 'person-name-parser', 'last_name', { full_name: '{{Full name}}' }),
    ask('Phone number', 'phone-e164', 'phone', { phone: '{{Phone}}', country: '{{Country}}' }),
    formula('Private address', 'IS_FREE_EMAIL({{Email}})'),
    formula('Company domain', 'EMAIL_DOMAIN({{Email}})'),
    formula('Seniority', 'SENIORITY({{Job title}})'),
    formula('Department', 'DEPARTMENT({{Job title}})'),
  ],
  sample_rows: rowsOf(
    ['Full name', 'Job title', 'Email', 'Phone', 'Country'],
    ['Weber, Maria', 'Head of Sales', 'maria.weber@brueckner.example', '030 901820', 'Germany'],
    ['Dr. James O’Connor', 'VP Marketing', 'james@gmail.com', '020 7946 0018', 'UK'],
    ['AIKO TANAKA', 'Chief Technology Officer', 'a.tanaka@kawabe.example', '+81 3-1234-5678', 'Japan'],
  ),
}
