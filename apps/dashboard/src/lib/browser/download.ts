/** Downloads a text as the file `name`. */
export function downloadText(name: string, type: string, text: string): void {
  downloadBlob(name, new Blob([text], { type: `${type};charset=utf-8` }))
}

/** Downloads bytes as the file `name`. */
export function downloadBytes(name: string, bytes: Uint8Array<ArrayBuffer>): void {
  downloadBlob(name, new Blob([bytes], { type: 'application/octet-stream' }))
}

/** Downloads a blob as the file `name`. */
export function downloadBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name.replaceAll(/[/\\:]/g, '_')
  link.click()
  // The download has started by the next turn of the event loop.
  setTimeout(() => URL.revokeObjectURL(address), 0)
}
