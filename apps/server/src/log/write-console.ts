/** Lines to stdout. A reader that goes away (`mqdeck | head`) ends the lines, not the server. */
export function createConsoleWriter(): (line: string) => void {
  let isGone = false
  process.stdout.on('error', () => {
    isGone = true
  })
  return (line) => {
    if (!isGone) process.stdout.write(line)
  }
}
