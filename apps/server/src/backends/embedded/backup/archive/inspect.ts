import { HoconError, isRecord, readHocon } from '@mqdeck/contract'
import { gatewayManifests } from '@mqdeck/gateways/catalog'
import { archiveError } from '../archive-error.ts'
import { isCertificate, layout, tableOf } from './layout.ts'
import type { ArchiveLimits } from './limits.ts'
import { linesOf, readText } from './lines.ts'
import { type Origin, readMeta } from './meta.ts'
import { readArchive } from './read-archive.ts'

/** Contents of an archive, except the records. */
export interface Archive {
  readonly origin: Origin
  /** `cluster.hocon`. Undefined if the archive has none. */
  readonly configuration: string | undefined
  /** Root keys in it. */
  readonly roots: readonly string[]
  /** Gateways in it that this broker does not have: `gateway.ocpp`. */
  readonly otherGateways: readonly string[]
  /** Table sets. */
  readonly tables: readonly string[]
  /** Certificates and keys by their path in the data folder. */
  readonly certificates: ReadonlyMap<string, string>
  /** Files that MQDeck does not import. */
  readonly others: readonly string[]
}

/** Maximum size of all certificates in bytes. */
const maxCertificateBytes = 16 * 1024 * 1024
/** MQDeck has a few dozen roots. Unknown roots are reported one by one. */
const maxRoots = 1000

/**
 * Reads the whole archive before anything is imported, so that a damaged archive changes nothing.
 * @param own version of this server
 * @throws {AppError} BAD_REQUEST (rejects) with the error and its place
 */
export async function inspectArchive(file: string, limits: ArchiveLimits, own: string): Promise<Archive> {
  let meta: string | undefined
  let configuration: string | undefined
  const tables: string[] = []
  const others: string[] = []
  const certificates = new Map<string, string>()
  let room = maxCertificateBytes
  await readArchive(file, limits, async ({ path, size, content }) => {
    const table = tableOf(path)
    if (path === layout.meta) meta = await readText(content, path, limits.text)
    else if (path === layout.configuration) configuration = await readText(content, path, limits.text)
    else if (isCertificate(path)) {
      room -= size
      certificates.set(path, await readText(content, path, room))
    } else if (table !== undefined) {
      for await (const { number, text } of linesOf(content, path, limits.line)) parseRecord(text, path, number)
      tables.push(table)
    } else if (path !== layout.readme) others.push(path)
  })
  const origin = readMeta(meta, own)
  return { origin, configuration, ...partsOf(configuration), tables, certificates, others }
}

/** The names of the table sets in an archive. Their contents are not validated. */
export async function tablesIn(file: string, limits: ArchiveLimits): Promise<readonly string[]> {
  const tables: string[] = []
  await readArchive(file, limits, async ({ path }) => {
    const table = tableOf(path)
    if (table !== undefined) tables.push(table)
  })
  return tables
}

/** @throws {AppError} BAD_REQUEST if a line is not a JSON object */
export function parseRecord(text: string, path: string, line: number): unknown {
  const value = parseJson(text)
  if (!isRecord(value)) throw archiveError(`${path}, line ${line}: is not a JSON object`)
  return value
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // reported with its line
  }
}

const isOther = (kind: string) => gatewayManifests.every(({ name }) => name !== kind)
const pathOf = (kind: string) => `gateway.${kind}`

function partsOf(configuration: string | undefined): Pick<Archive, 'roots' | 'otherGateways'> {
  if (configuration === undefined) return { roots: [], otherGateways: [] }
  try {
    const found = readHocon(configuration)
    const { gateway } = found
    const roots = Object.keys(found)
    if (roots.length > maxRoots) throw archiveError(`${layout.configuration} has more than ${maxRoots} keys`)
    return { roots, otherGateways: isRecord(gateway) ? Object.keys(gateway).filter(isOther).map(pathOf) : [] }
  } catch (error) {
    if (error instanceof HoconError)
      throw archiveError(`${layout.configuration}, line ${error.line}: ${error.reason}`, error)
    throw error
  }
}
