/** Copies a text. Rejects without a clipboard, as on pages without TLS. */
export async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text)
}
