// What runs in the browser on /docs and /redoc: both read the whole description before they draw, so each is given one area of the API at a
// time, with the parts that its operations refer to.

/**
 * `showArea(hashOf, library, draw)` shows the area that the address names in `?area=`, else the one of the operation after `#`; `all` is
 * everything. An address that names none keeps the list of areas, and does not load the library: it takes a second of work to begin. `hashOf`
 * gives the `#` of an operation on this page, and `draw` gets the description to show and the element to show it in.
 */
export const AREAS_SCRIPT = `const described = fetch('/openapi.json').then((answer) => {
  if (!answer.ok) throw new Error(String(answer.status))
  return answer.json()
})

async function showArea(hashOf, library, draw) {
  const at = document.getElementById('docs')
  const tell = () => {
    const told = document.createElement('p')
    told.setAttribute('role', 'alert')
    told.textContent = 'The description of the API could not be loaded. Load this page again.'
    told.style.cssText = 'font: 14px system-ui, sans-serif; padding: 16px'
    at.prepend(told)
  }
  let whole
  try {
    whole = await described
  } catch {
    return tell()
  }
  const operations = Object.entries(whole.paths).flatMap(([path, methods]) => Object.entries(methods)
    .filter(([, operation]) => operation && operation.tags)
    .map(([method, operation]) => ({ path, method, operation, area: operation.tags[0] })))
  const areas = whole.tags.map(({ name }) => name).filter((name) => operations.some(({ area }) => area === name))
  const named = location.hash.split('/').pop()
  const asked = new URLSearchParams(location.search).get('area')
  const ofNamed = operations.find(({ operation }) => operation.operationId === named)
  const area = asked === 'all' ? 'all' : ofNamed ? ofNamed.area : areas.includes(asked) ? asked : null
  const go = (to, hash) => {
    const search = '?area=' + encodeURIComponent(to)
    const isHere = location.search === search
    location.assign(location.pathname + search + (hash || ''))
    // Swagger UI reads what stands after # only when it begins.
    if (isHere) location.reload()
  }

  const bar = document.createElement('nav')
  bar.setAttribute('aria-label', 'Areas of the API')
  bar.className = 'areas'
  const choice = document.createElement('select')
  choice.setAttribute('aria-label', 'Area')
  if (area === null) choice.append(new Option('Choose an area', ''))
  for (const name of [...areas, 'all']) {
    const count = operations.filter((one) => name === 'all' || one.area === name).length
    choice.append(new Option((name === 'all' ? 'Everything' : name) + ' (' + count + ')', name, false, name === area))
  }
  choice.onchange = () => choice.value && go(choice.value)
  const find = document.createElement('input')
  find.type = 'search'
  find.placeholder = 'Find an operation in all ' + operations.length
  find.setAttribute('aria-label', 'Find an operation')
  find.setAttribute('list', 'operations')
  const list = document.createElement('datalist')
  list.id = 'operations'
  const words = ({ method, path, operation }) => method.toUpperCase() + ' ' + path + ' · ' + operation.summary
  for (const one of operations) list.append(new Option('', words(one)))
  find.onchange = () => {
    const typed = find.value.trim().toLowerCase()
    const hit = typed && operations.find((one) => words(one).toLowerCase().includes(typed))
    if (hit) go(hit.area, hashOf(hit.area, hit.operation.operationId))
  }
  bar.append(choice, find, list)
  document.body.prepend(bar)

  if (area === null) return
  const script = document.createElement('script')
  script.src = library
  const isLoaded = await new Promise((done) => {
    script.onload = () => done(true)
    script.onerror = () => done(false)
    document.head.append(script)
  })
  if (!isLoaded) return tell()
  at.replaceChildren()
  draw(area === 'all' ? whole : only(whole, operations.filter((one) => one.area === area), area), at)
}

/** The description with some of its operations, and of its components those that they refer to. */
function only(whole, operations, area) {
  const part = { ...whole, paths: {}, components: {}, tags: whole.tags.filter(({ name }) => name === area) }
  const kept = new Set()
  const keep = (value) => {
    if (value === null || typeof value !== 'object') return
    for (const inner of Object.values(value)) keep(inner)
    const [, kind, name] = /^#\\/components\\/([^/]+)\\/([^/]+)/.exec(value.$ref || '') || []
    if (!name || kept.has(value.$ref)) return
    kept.add(value.$ref)
    const component = whole.components[kind][name]
    part.components[kind] = { ...part.components[kind], [name]: component }
    keep(component)
  }
  for (const { path, method, operation } of operations) {
    part.paths[path] = { ...part.paths[path], [method]: operation }
    keep(operation)
  }
  part.components.securitySchemes = whole.components.securitySchemes
  return part
}
`
