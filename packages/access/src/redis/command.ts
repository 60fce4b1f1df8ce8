import { SettingsError } from '@mqdeck/kit'

/** A configured command: its name in upper case and its arguments with placeholders. */
export interface RedisCommand {
  readonly name: string
  readonly args: readonly [key: string, ...fields: readonly string[]]
}

/**
 * Reads a command as `redis-cli` and EMQX do: words with spaces between them, or in quotes; in double ones `\n`, `\xff`
 * and their like. It is parsed before placeholders are replaced: no value can add another argument. @param names the
 * allowed commands
 * @throws {SettingsError} for the field `cmd`
 */
export function readCommand(text: string, names: readonly string[]): RedisCommand {
  const [given = '', key, ...fields] = split(text)
  const name = given.toUpperCase()
  if (!names.includes(name)) return refuse(`must start with ${names.join(' or ')}`)
  if (key === undefined) return refuse(`${name} must have a key`)
  return { name, args: [key, ...fields] }
}

export function refuse(reason: string): never {
  throw new SettingsError('cmd', reason)
}

// An argument in double quotes, in single quotes, or unquoted. A closing quote must be followed by a space.
const word = /\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^\s"']\S*))(?=\s|$)/sy

function split(text: string): readonly string[] {
  const words: string[] = []
  const rest = text.trim()
  word.lastIndex = 0
  while (word.lastIndex < rest.length) {
    const match = word.exec(rest)
    if (!match) return refuse('has an unclosed quote')
    const [, double, single, bare] = match
    if (double !== undefined) words.push(double.replaceAll(/\\(?:x([0-9a-fA-F]{2})|(.))/gs, unescaped))
    else words.push(single?.replaceAll("\\'", "'") ?? bare ?? '')
  }
  return words
}

const special: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', a: '\u0007' }

const unescaped = (_: string, hex: string | undefined, letter = ''): string =>
  hex === undefined ? (special[letter] ?? letter) : String.fromCharCode(Number.parseInt(hex, 16))
