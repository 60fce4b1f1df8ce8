/** Puts a text on the clipboard. Rejects where there is none, as on a page that did not come over TLS. */
export async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text)
}
