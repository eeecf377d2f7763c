// Places that are written in several languages or by a code: one name for each.

const CITIES = new Map(
  `muenchen=munchen munich=munchen monaco_di_baviera=munchen koeln=koln cologne=koln nuremberg=nurnberg nuernberg=nurnberg hanover=hannover
  brunswick=braunschweig duesseldorf=dusseldorf frankfurt_am_main=frankfurt aix_la_chapelle=aachen vienna=wien zuerich=zurich
  zurigo=zurich geneve=geneva genf=geneva ginevra=geneva basle=basel bale=basel berne=bern berna=bern lucerne=luzern
  bruxelles=brussels brussel=brussels antwerpen=antwerp anvers=antwerp gent=ghent gand=ghent brugge=bruges luik=liege luttich=liege
  den_haag=the_hague s_gravenhage=the_hague kobenhavn=copenhagen kopenhagen=copenhagen goteborg=gothenburg helsingfors=helsinki
  praha=prague prag=prague warszawa=warsaw warschau=warsaw krakow=cracow krakau=cracow breslau=wroclaw danzig=gdansk
  wien=wien pressburg=bratislava budapest=budapest bucuresti=bucharest bukarest=bucharest beograd=belgrade belgrad=belgrade
  lisboa=lisbon lissabon=lisbon porto=oporto sevilla=seville zaragoza=saragossa milano=milan mailand=milan torino=turin roma=rome rom=rome
  venezia=venice venedig=venice firenze=florence florenz=florence napoli=naples neapel=naples genova=genoa genua=genoa padova=padua
  bologna=bologna strassburg=strasbourg marseilles=marseille lyons=lyon nizza=nice athen=athens athina=athens
  moskva=moscow moskau=moscow kyiv=kiev kiew=kiev sankt_peterburg=saint_petersburg st_petersburg=saint_petersburg
  peking=beijing bombay=mumbai calcutta=kolkata madras=chennai bangalore=bengaluru al_qahirah=cairo kairo=cairo
  new_york_city=new_york nyc=new_york mexico_city=ciudad_de_mexico`
    .split(/\s+/)
    .map((pair) => pair.replaceAll('_', ' ').split('=') as [string, string]),
)

/** Of a folded name. */
export const cityOf = (name: string) => CITIES.get(name) ?? name

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl']
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** What is usual besides the names and the codes of two letters. */
const OTHER_COUNTRIES = `usa=us u_s=us u_s_a=us united_states_of_america=us america=us uk=gb u_k=gb great_britain=gb england=gb scotland=gb wales=gb
  britain=gb northern_ireland=gb holland=nl deu=de ger=de aut=at che=ch sui=ch fra=fr esp=es ita=it nld=nl bel=be lux=lu gbr=gb irl=ie
  dnk=dk swe=se nor=no fin=fi pol=pl cze=cz czech_republic=cz svk=sk hun=hu rou=ro bgr=bg grc=gr prt=pt hrv=hr svn=si srb=rs ukr=ua tur=tr
  turkey=tr rus=ru russian_federation=ru can=ca mex=mx bra=br arg=ar chl=cl col=co aus=au nzl=nz jpn=jp chn=cn prc=cn hkg=hk twn=tw kor=kr
  republic_of_korea=kr ind=in sgp=sg are=ae uae=ae isr=il zaf=za brd=de federal_republic_of_germany=de`

let countries: ReadonlyMap<string, string> | undefined

/** Its code by a folded name or code; what is no country stays as it is. */
export function countryOf(name: string, fold: (text: string) => string): string {
  countries ??= readCountries(fold)
  return countries.get(name) ?? name
}

function readCountries(fold: (text: string) => string): ReadonlyMap<string, string> {
  const names = LANGUAGES.map((language) => new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }))
  const codes = LETTERS.flatMap((one) => LETTERS.map((other) => one + other))
  const known = codes.flatMap((code): [string, string][] => {
    const called = names.flatMap((of) => of.of(code) ?? [])
    // Codes that were given up are another country's today, as UK is GB.
    const today = new Intl.Locale(`und-${code}`).region ?? code
    return called.length === 0 ? [] : [code, ...called].map((name) => [fold(name), today.toLowerCase()])
  })
  const others = OTHER_COUNTRIES.split(/\s+/).map((pair) => pair.replaceAll('_', ' ').split('=') as [string, string])
  return new Map([...known, ...others])
}
