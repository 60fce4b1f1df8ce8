import { existsSync, readFileSync } from 'node:fs'
import { type Kind, masked, messageOf, writeHocon } from '@mqdeck/contract'
import { ConfigError } from '../start-options/config-error.ts'
import { describeProblem, type LineOf, readText } from './read-text.ts'
import { type Changes, mapChanges, type RootName, rootKinds } from './roots.ts'
import { overlay, type Tree } from './trees.ts'

/** Stored values: for each changed root, the difference from its base value. */
export type Stored = Readonly<Partial<Record<RootName, unknown>>>

interface StoredConfiguration {
  /** Complete values of the roots in the file. */
  readonly values: Readonly<Partial<Record<RootName, unknown>>>
  /** The text without its first line. */
  readonly text: string
  /** Version number in the first line. Undefined if the file was not written by MQDeck. */
  readonly version: number | undefined
  readonly lineOf: LineOf
}

const header = (version: number) =>
  `# Version ${version} of the configuration: values that differ from the defaults. Edit it only while the server is stopped.\n`
const headerPattern = /^# Version (\d+) of the configuration[^\n]*\n/

/**
 * Reads the stored configuration. A missing file is an empty configuration.
 * @param bases values if nothing is stored
 * @throws {ConfigError} with all errors, each with file, line and key; nothing was changed
 */
export function readConfigurationFile(file: string, bases: Readonly<Record<RootName, unknown>>): StoredConfiguration {
  if (!existsSync(file)) return { values: {}, text: '', version: undefined, lineOf: () => undefined }
  const whole = read(file)
  const { roots, problems, lineOf } = readText(whole, (name, written) => overlay(rootKinds[name], bases[name], written))
  if (problems.length > 0) throw new ConfigError(problems.map((problem) => `${file}: ${describeProblem(problem)}`))
  const version = headerPattern.exec(whole)?.[1]
  return {
    values: roots,
    text: whole.replace(headerPattern, ''),
    version: version === undefined ? undefined : Number(version),
    lineOf,
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new ConfigError([`${file}: cannot be read (${messageOf(error)})`])
  }
}

/** Text of a version, without the first line of the file. */
export const toText = (stored: Stored): string => writeHocon(toHoconTree(stored))

export const toFile = (version: number, text: string): string => header(version) + text

/** Settings are JSON values. `undefined` counts as missing. */
export const toHoconTree = (tree: Tree) => JSON.parse(JSON.stringify(tree)) as Parameters<typeof writeHocon>[0]

/** A root with secrets as `******`. */
export const maskedRoot = (name: RootName, value: unknown): unknown => masked(rootKinds[name] as Kind, value)

/** HOCON of these roots with secrets as `******`. */
export const maskedText = (roots: Changes): string => toText(toHoconTree(mapChanges(roots, maskedRoot)) as Stored)
