// What runs in the browser on /redoc: Redoc draws every operation it is given at once, so it is given one area of the API at a time.

/** The page names the area in `?area=`; an operation named after `#` is found in whichever area it is. `all` draws everything. */
export const REDOC_START = `(async () => {
  const at = document.getElementById('docs')
  const told = document.createElement('p')
  told.textContent = 'Loading the description of the API…'
  told.style.cssText = 'font: 14px system-ui, sans-serif; padding: 16px'
  at.append(told)
  let whole
  try {
    const answer = await fetch('/openapi.json')
    if (!answer.ok) throw new Error(String(answer.status))
    whole = await answer.json()
  } catch {
    told.textContent = 'The description of the API could not be loaded. Load this page again.'
    return
  }
  const operations = Object.entries(whole.paths).flatMap(([path, methods]) => Object.entries(methods)
    .filter(([, operation]) => operation && operation.tags)
    .map(([method, operation]) => ({ path, method, operation, area: operation.tags[0] })))
  const areas = whole.tags.map(({ name }) => name).filter((name) => operations.some(({ area }) => area === name))
  const named = decodeURIComponent(location.hash.split('operation/')[1] || '')
  const asked = new URLSearchParams(location.search).get('area')
  const ofNamed = operations.find(({ operation }) => operation.operationId === named)
  const area = asked === 'all' ? 'all' : ofNamed ? ofNamed.area : areas.includes(asked) ? asked : areas[0]
  const go = (to, hash) => location.assign('/redoc?area=' + encodeURIComponent(to) + (hash || ''))

  const shown = { ...whole, paths: {} }
  for (const { path, method, operation, area: of } of operations)
    if (area === 'all' || of === area) shown.paths[path] = { ...shown.paths[path], [method]: operation }
  if (area !== 'all') shown.tags = whole.tags.filter(({ name }) => name === area)

  const bar = document.createElement('nav')
  bar.setAttribute('aria-label', 'Areas of the API')
  bar.className = 'areas'
  const choice = document.createElement('select')
  choice.setAttribute('aria-label', 'Area')
  for (const name of [...areas, 'all']) {
    const count = operations.filter((one) => name === 'all' || one.area === name).length
    choice.append(new Option((name === 'all' ? 'Everything' : name) + ' (' + count + ')', name, false, name === area))
  }
  choice.onchange = () => go(choice.value)
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
    if (hit) go(hit.area, '#operation/' + encodeURIComponent(hit.operation.operationId))
  }
  bar.append(choice, find, list)
  document.body.prepend(bar)

  Redoc.init(shown, { hideDownloadButtons: false, downloadUrls: [{ title: 'OpenAPI', url: '/openapi.json' }], nativeScrollbars: true,
    scrollYOffset: '.areas',
    theme: { typography: { fontFamily: 'system-ui, sans-serif', headings: { fontFamily: 'system-ui, sans-serif' } } },
  }, at)
})()`
