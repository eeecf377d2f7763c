// Sets the theme before the first paint. A file of its own because the content security policy forbids inline scripts.
;(() => {
  let choice = null
  try {
    choice = localStorage.getItem('millrace.theme')
  } catch (_) {}
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
})()
