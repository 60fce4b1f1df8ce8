/**
 * Writes lines to stdout. If the reader closes the pipe (`mqdeck
 * head`), output stops and the server continues.
 */
export function createConsoleWriter(): (line: string) => void {
  let isGone = false
  process.stdout.on('error', () => {
    isGone = true
  })
  return (line) => {
    if (!isGone) process.stdout.write(line)
  }
}
