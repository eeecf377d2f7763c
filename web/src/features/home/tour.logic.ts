// The five steps of the tour in words, and the list that its first step imports.
import type { Schemas } from '../../api/shapes.ts'

type TourStep = NonNullable<Schemas['Tour']['step']>

export const STEPS: readonly { step: TourStep; title: string; text: string; action: string }[] = [
  {
    step: 'import',
    title: 'Import a list',
    text: 'Twelve made-up people as a CSV file. The dialog shows how each column is read; press Import to add the rows.',
    action: 'Open the sample file',
  },
  {
    step: 'column',
    title: 'Add a column that finds something',
    text: 'Write what you want in a sentence: “find work email”. Check what it will ask, then save the column.',
    action: 'Add a column',
  },
  {
    step: 'estimate',
    title: 'Read the estimate',
    text: 'Before anything is spent you see what will run, what it may cost and how long it takes. Look at it, then close it.',
    action: 'Show the estimate',
  },
  {
    step: 'run',
    title: 'Run on test data',
    text: 'Test data costs nothing and makes no calls. Every made-up value is marked. Press Run.',
    action: 'Run on test data',
  },
  {
    step: 'undo',
    title: 'Explain a value, then undo the run',
    text: 'Each value shows its provider, its cost and its source. A run is undone as one step.',
    action: 'Undo the run',
  },
]

/** Names under `.example` belong to no company. */
const PEOPLE = `Full name,Job title,Company,Website
Maria Weber,Head of Sales,Brückner Anlagenbau,brueckner.example
James O’Connor,VP Marketing,Harbour & Pine,https://www.harbourandpine.example/about
Aiko Tanaka,Chief Technology Officer,Kawabe Robotics,kawabe.example
Lars Nielsen,Founder,Fjordlys,fjordlys.example
Priya Sharma,Head of Product,Saffron Systems,www.saffron-systems.example
Chloé Dubois,Operations Lead,Atelier du Nord,atelierdunord.example
Diego Fernández,Chief Financial Officer,Luz Verde Energía,luzverde.example
Hannah Cohen,Talent Partner,Carmel Analytics,carmel.example
Tomasz Kowalski,Procurement Manager,Odra Logistics,http://odra-logistics.example
Ngozi Adeyemi,Managing Director,Lagoon Foods,lagoonfoods.example
Sofia Rossi,Brand Manager,Bottega Chiara,bottegachiara.example
Ethan Brooks,IT Director,Granite Falls Clinic,granitefalls.example
`

export const sampleFile = () => new File([PEOPLE], 'tour-people.csv', { type: 'text/csv' })
