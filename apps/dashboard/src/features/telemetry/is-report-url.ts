/** Whether the server accepts this URL. Empty means that no reports are sent. */
export function isReportUrl(text: string): boolean {
  if (text === '') return true
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}
