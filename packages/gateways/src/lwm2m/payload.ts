import { isRecord } from '@mqdeck/contract'
import { decode as decodeCbor } from 'cborg'
import { definitionOf, type ObjectDefinitions } from './objects.ts'
import { formatPath, parsePath } from './path.ts'
import { decodeTlv, type TlvEntry } from './tlv.ts'
import { fromBytes, fromText, type Value } from './values.ts'

/** Content formats of CoAP (RFC 7252 12.3, RFC 8428, OMA-TS-LightweightM2M 7.4). */
export const contentFormat = {
  text: 0,
  link: 40,
  opaque: 42,
  senmlJson: 110,
  senmlCbor: 112,
  tlv: 11542,
  json: 11543,
} as const

interface PathValue {
  readonly path: string
  readonly value: Value
}

/** A list of links of a discovery, or values with their paths. */
export type Content = readonly string[] | readonly PathValue[]

const maxValues = 10_000

/**
 * The values in a payload. Undefined if the payload does not fit its format or the definitions, and for a text that answers more than one
 * resource. Never throws.
 * @param path of the request, such as `/3/0`
 */
export function decodePayload(
  payload: Uint8Array,
  format: number | undefined,
  path: string,
  objects: ObjectDefinitions,
): Content | undefined {
  const at = parsePath(path) ?? []
  switch (format) {
    case undefined:
    case contentFormat.text: {
      // An object or an instance has several values, which a text cannot contain.
      if (at.length > 0 && at.length < 3) return undefined
      const value = fromText(Buffer.from(payload).toString(), definitionOf(objects, at)?.type)
      return value === undefined ? undefined : [{ path, value }]
    }
    case contentFormat.link:
      return splitLinks(Buffer.from(payload).toString())
    case contentFormat.tlv: {
      const entries = decodeTlv(payload)
      return entries && fromEntries(entries, at, objects)
    }
    case contentFormat.json:
      return fromJson(parseJson(payload))
    case contentFormat.senmlJson:
      return fromSenml(parseJson(payload), jsonNames)
    case contentFormat.senmlCbor:
      return fromSenml(parseCbor(payload), cborNames)
    default:
      return [{ path, value: Buffer.from(payload).toString('base64') }]
  }
}

/** Links of `</3/0>;pmin=10,</3/0/1>`, without splitting commas in quotes. */
export const splitLinks = (text: string): readonly string[] =>
  text.trim() === '' ? [] : text.split(/,(?=\s*<)/).map((link) => link.trim())

function fromEntries(
  entries: readonly TlvEntry[],
  at: readonly number[],
  objects: ObjectDefinitions,
): readonly PathValue[] | undefined {
  const [object, instance, resource] = at
  if (object === undefined) return undefined
  const found: PathValue[] = []
  /** @returns whether the entry is valid */
  const add = (entry: TlvEntry, base: readonly number[]): boolean => {
    const { kind, id, value } = entry
    if (kind === 'objectInstance') return entry.entries.every((one) => add(one, [object, id]))
    if (kind === 'multipleResource') return entry.entries.every((one) => add(one, [...instanceOf(base), id]))
    // A resource instance on its own answers a request for its resource.
    const path =
      kind === 'resourceInstance'
        ? [...(base.length < 3 ? [...instanceOf(base), resource ?? 0] : base), id]
        : [...instanceOf(base), id]
    const decoded = fromBytes(value, definitionOf(objects, path)?.type)
    if (decoded !== undefined) found.push({ path: formatPath(path), value: decoded })
    return decoded !== undefined
  }
  const instanceOf = (base: readonly number[]) => [base[0] ?? object, base[1] ?? instance ?? 0]
  return entries.every((entry) => add(entry, at.length === 4 ? at.slice(0, 3) : at.slice(0, 2))) ? found : undefined
}

/** `{"bn": "/1/0/", "e": [{"n": "0", "v": 101}, {"n": "7", "sv": "U"}]}` */
function fromJson(json: unknown): readonly PathValue[] | undefined {
  if (!isRecord(json) || !Array.isArray(json.e) || json.e.length > maxValues) return undefined
  const base = typeof json.bn === 'string' ? json.bn : ''
  const found = json.e.map((entry: unknown): PathValue | undefined => {
    if (!isRecord(entry)) return undefined
    const value = [entry.v, entry.sv, entry.bv, entry.ov].find((one) => one !== undefined)
    return isValue(value) ? { path: joined(base, entry.n), value } : undefined
  })
  return found.every((one) => one !== undefined) ? found : undefined
}

interface SenmlNames {
  readonly baseName: string | number
  readonly name: string | number
  readonly values: readonly (string | number)[]
}
/** RFC 8428, 5 and 6; `vlo` and `"vlo"` are links (OMA-TS-LightweightM2M 7.4.4). */
const jsonNames: SenmlNames = { baseName: 'bn', name: 'n', values: ['v', 'vs', 'vb', 'vd', 'vlo'] }
const cborNames: SenmlNames = { baseName: -2, name: 0, values: [2, 3, 4, 8, 'vlo'] }

function fromSenml(list: unknown, { baseName, name, values }: SenmlNames): readonly PathValue[] | undefined {
  if (!Array.isArray(list) || list.length > maxValues) return undefined
  let base = ''
  const found: PathValue[] = []
  for (const entry of list) {
    const read = (key: string | number): unknown =>
      entry instanceof Map ? entry.get(key) : isRecord(entry) ? entry[String(key)] : undefined
    const newBase = read(baseName)
    if (typeof newBase === 'string') base = newBase
    const value = values.map(read).find((one) => one !== undefined)
    if (value === undefined) continue
    const plain =
      value instanceof Uint8Array
        ? Buffer.from(value).toString('base64')
        : typeof value === 'bigint'
          ? String(value)
          : value
    if (!isValue(plain)) return undefined
    found.push({ path: joined(base, read(name)), value: plain })
  }
  return found
}

const isValue = (value: unknown): value is Value =>
  typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))

/** `/3/0/` and `9`, `/3/0` and `/9`, or a complete name without a base. */
function joined(base: string, name: unknown): string {
  const path = `${base}${typeof name === 'string' || typeof name === 'number' ? name : ''}`
  const parsed = parsePath(path)
  return parsed ? formatPath(parsed) : path
}

function parseJson(payload: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(payload).toString())
  } catch {
    return undefined
  }
}

function parseCbor(payload: Uint8Array): unknown {
  try {
    return decodeCbor(payload, { useMaps: true, allowBigInt: true })
  } catch {
    return undefined
  }
}
