// Scripts that run in a page.

/** Marks the heading, to distinguish it from that of the next page. */
export const navigateTo = (path: string) => `(() => {
  for (const heading of document.querySelectorAll('#main h1')) heading.dataset.old = ''
  window.history.pushState({}, '', ${JSON.stringify(path)})
})()`

/** Why the page is not loaded yet; empty when it is. */
export const pendingReason = `(() => {
  const main = document.querySelector('#main')
  const heading = main?.querySelector('h1')
  if (!heading) return 'no heading'
  if (heading.dataset.old !== undefined) return 'the previous page'
  if (main.querySelector('[aria-busy=true]')) return 'something is busy'
  if (main.querySelector('[class*=skeleton]')) return 'a skeleton'
  return main.innerText.trim() === '' ? 'a blank page' : ''
})()`
