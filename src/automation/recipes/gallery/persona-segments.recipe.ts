// Recipe: sorts people by job title into decision makers, champions and users, with the channel to use for each.
import { formula, input, type Recipe, rowsOf } from '../recipe.ts'

export const personaSegments: Recipe = {
  slug: 'persona-segments',
  name: 'Persona segments',
  category: 'outbound',
  purpose: 'Sorts people by job title into decision makers, champions and users, with the channel to use for each.',
  columns: [
    input('Full name'),
    input('Job title'),
    input('Company'),
    formula('Seniority', 'SENIORITY({{Job title}})'),
    formula('Department', 'DEPARTMENT({{Job title}})'),
    formula(
      'Persona',
      'IFS(INCLUDES(LIST("owner", "founder", "c_suite", "partner", "vp"), {{Seniority}}), "Decision maker", ' +
        'INCLUDES(LIST("head", "director", "manager"), {{Seniority}}), "Champion", "User")',
    ),
    formula('Channel', 'SWITCH({{Persona}}, "Decision maker", "Call", "Champion", "Email", "Newsletter")'),
    formula('Greeting', 'CONCAT("Hi ", FIRST_NAME({{Full name}}))'),
  ],
  sample_rows: rowsOf(
    ['Full name', 'Job title', 'Company'],
    ['Maria Weber', 'Head of Sales', 'Brückner Anlagenbau'],
    ['Ngozi Adeyemi', 'Managing Director', 'Lagoon Foods'],
    ['Tomasz Kowalski', 'Procurement Specialist', 'Odra Logistics'],
  ),
}
