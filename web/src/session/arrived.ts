// The address as this tab was opened with it, letter for letter: the router writes parameters again as it reads them.
const { pathname, search } = window.location

/** Parameters in the address of this page that another site wrote. */
export function givenSearch(): string {
  return window.location.pathname === pathname ? search : window.location.search
}

/** This page with them, to come back to. */
export function givenHref(): string {
  return `${window.location.pathname}${givenSearch()}`
}
