// What the French register's search answers, after its documentation.
import type { Json } from '../../kernel/json.ts'
import { hit, later, miss, odd, type Replies } from '../recorded.fixture.ts'

const company = (siren: string, name: string, status: string): Json => ({
  siren,
  nom_complet: `${name} (EX)`,
  nom_raison_sociale: name,
  sigle: null,
  siege: {
    siret: `${siren}00013`,
    adresse: '1 RUE HAUTE 75001 PARIS',
    code_postal: '75001',
    libelle_commune: 'PARIS',
  },
  date_creation: '1999-04-01',
  tranche_effectif_salarie: '12',
  activite_principale: '62.01Z',
  etat_administratif: status,
  dirigeants: [
    {
      siren: '123456783',
      denomination: 'AUDIT ET COMPAGNIE',
      qualite: 'Commissaire aux comptes titulaire',
      type_dirigeant: 'personne morale',
    },
    { nom: 'BYRON', prenoms: 'ADA AUGUSTA', qualite: 'Directeur Général', type_dirigeant: 'personne physique' },
    { nom: 'HOPPER', prenoms: 'GRACE', qualite: 'Président de SAS', type_dirigeant: 'personne physique' },
  ],
})

export const REPLIES: Replies = {
  'french-company': {
    asks: { method: 'GET', path: '/search', query: { q: 'Exemple', page: '1', per_page: '10' } },
    replies: {
      hit: hit(
        {
          results: [
            company('123456790', 'EXEMPLE DEUX', 'A'),
            company('123456791', 'EXEMPLE SARL', 'C'),
            company('123456782', 'EXEMPLE SAS', 'A'),
          ],
          total_results: 3,
        },
        {
          legal_name: 'EXEMPLE SAS',
          registration_number: '123456782',
          company_status: 'active',
          founded_year: 1999,
          employee_range: '20-49',
          nace_code: '62.01',
          nace_title: 'Computer programming activities',
          chief_executive: 'Grace Hopper',
          officers: [
            {
              company_name: 'AUDIT ET COMPAGNIE',
              registration_number: '123456783',
              job_title: 'Commissaire aux comptes titulaire',
            },
            { full_name: 'Ada Byron', job_title: 'Directeur Général' },
            { full_name: 'Grace Hopper', job_title: 'Président de SAS' },
          ],
          city: 'PARIS',
          country: 'FR',
        },
        0,
        { verified: true, confidence: 0.7 },
      ),
      miss: miss({ results: [company('123456790', 'EXEMPLE DEUX', 'A')], total_results: 1 }),
      throttle: later(429, { 'retry-after': '1' }, 1_000),
      odd: odd({ erreur: 'bonjour' }, 0),
    },
  },
}
