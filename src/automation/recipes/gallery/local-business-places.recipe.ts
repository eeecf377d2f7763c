// Recipe: finds each business on Google Maps: address, phone, rating and whether it is still open.
import { ask, formula, input, type Recipe, rowsOf } from '../recipe.ts'

export const localBusinessPlaces: Recipe = {
  slug: 'local-business-places',
  name: 'Local businesses on Google Maps',
  category: 'local-business',
  purpose: 'Finds each business on Google Maps: address, phone, rating and whether it is still open.',
  columns: [
    input('Business'),
    input('City'),
    ask('Place', 'google-place', null, { query: '{{Business}} {{City}}' }),
    formula('Address', '{{Place.address}}'),
    formula('Phone', '{{Place.phone}}'),
    formula('Website', '{{Place.website}}'),
    formula('Rating', '{{Place.rating}}'),
    formula('Ratings', '{{Place.rating_count}}'),
    formula('Well rated', 'AND({{Rating}} >= 4.5, {{Ratings}} >= 50)'),
  ],
  sample_rows: rowsOf(
    ['Business', 'City'],
    ['Café Central', 'Vienna'],
    ['Betty’s', 'York'],
    ['Boulangerie Utopie', 'Paris'],
  ),
}
