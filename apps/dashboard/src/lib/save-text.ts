/** Hands a text to the browser's download, under `name`. */
export function saveText(name: string, type: string, text: string): void {
  saveBlob(name, new Blob([text], { type: `${type};charset=utf-8` }))
}

/** The same with bytes, as they are. */
export function saveBytes(name: string, bytes: Uint8Array<ArrayBuffer>): void {
  saveBlob(name, new Blob([bytes], { type: 'application/octet-stream' }))
}

/** The same with what the browser holds already. */
export function saveBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name.replaceAll(/[/\\:]/g, '_')
  link.click()
  // The browser has taken the blob by the next turn of the event loop.
  setTimeout(() => URL.revokeObjectURL(address), 0)
}
