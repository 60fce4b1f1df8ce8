import { readFileSync } from 'node:fs'
import { release, type } from 'node:os'

export interface OperatingSystem {
  readonly name: string
  readonly version: string
}

/** Version of the distribution if known (os-release(5)), otherwise of the kernel. */
export function readOperatingSystem(
  read: () => string = () => readFileSync('/etc/os-release', 'utf8'),
): OperatingSystem {
  const { NAME: name, VERSION, VERSION_ID, PRETTY_NAME } = readAssignments(read)
  return name === undefined
    ? { name: type(), version: release() }
    : { name, version: VERSION ?? VERSION_ID ?? PRETTY_NAME ?? release() }
}

function readAssignments(read: () => string): Readonly<Record<string, string>> {
  let text = ''
  try {
    text = read()
  } catch {
    // The file exists on Linux only.
  }
  const pairs = text.split('\n').flatMap((line) => {
    const match = /^(\w+)=(?:"(.*)"|'(.*)'|(.*))$/.exec(line.trim())
    return match?.[1] === undefined ? [] : [[match[1], match[2] ?? match[3] ?? match[4] ?? '']]
  })
  return Object.fromEntries(pairs)
}
