/** Parses `http://127.0.0.1:4242` or `127.0.0.1` with the default port. Undefined if the address is invalid. */
export function readServer(text: string): { readonly origin: string; readonly path: string } | undefined {
  const hasScheme = /^https?:\/\//i.test(text)
  const given = hasScheme ? text : `http://${text}`
  if (!URL.canParse(given) || (!hasScheme && text.includes('://'))) return undefined
  const url = new URL(given)
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return undefined
  if (!hasScheme && url.port === '') url.port = '4242'
  return { origin: url.origin, path: url.pathname.replace(/\/+$/, '') }
}
