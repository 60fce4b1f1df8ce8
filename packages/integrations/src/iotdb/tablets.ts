import { parseTemplate, type Template } from '@mqdeck/kit/template'
import type { ActionPlain } from '../plain.ts'
import type { Data } from '../port.ts'
import { dataLookup, fill } from '../template.ts'
import type { iotdb } from './manifest.ts'

type Parameters = ActionPlain<typeof iotdb>
type DataType = Parameters['data'][number]['data_type']
type Value = string | number | bigint | boolean | null

/** The measurements of a device at one time. */
export interface Row {
  readonly device: string
  readonly time: bigint
  readonly measurements: readonly string[]
  readonly types: readonly DataType[]
  readonly values: readonly Value[]
}

/** Rows of one device with the same measurements, for `insertTablet`. Each measurement has a list of values. */
export interface Tablet {
  readonly device: string
  readonly timestamps: readonly bigint[]
  readonly measurements: readonly string[]
  readonly types: readonly string[]
  readonly values: readonly (readonly Value[])[]
}

/** Renders the rows of a message, one for each different time. */
export function createRows({ device_id, data: settings }: Parameters): (data: Data) => readonly Row[] {
  const deviceTemplate = parseTemplate(device_id ?? '${payload.device_id}')
  const all = settings.map(({ timestamp, measurement, data_type, value }) => ({
    timeOf: createTime(timestamp),
    name: parseTemplate(measurement),
    type: data_type,
    readValue: createValue(parseTemplate(value)),
  }))
  return (data) => {
    const device = fill(deviceTemplate, data, () => {
      throw new Error('the data has no device ID')
    })
    const rows = new Map<bigint, Row>()
    // One time for all measurements of a message.
    const now = nanosecondsNow()
    for (const { timeOf, name, type, readValue } of all) {
      const time = timeOf(data, now)
      const row = rows.get(time) ?? { device, time, measurements: [], types: [], values: [] }
      rows.set(time, {
        ...row,
        measurements: [...row.measurements, fill(name, data)],
        types: [...row.types, type],
        values: [...row.values, convert(readValue(data), type)],
      })
    }
    return [...rows.values()]
  }
}

export function tabletsOf(rows: readonly Row[]): readonly Tablet[] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const key = JSON.stringify([row.device, row.measurements, row.types])
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    return {
      device: first.device,
      measurements: first.measurements,
      types: first.types.map((type) => type.toUpperCase()),
      timestamps: group.map(({ time }) => time),
      values: first.measurements.map((_, index) => group.map(({ values }) => values[index] ?? null)),
    }
  })
}

/** Since the epoch. The part below a millisecond only keeps rows apart. */
const nanosecondsNow = () => BigInt(Date.now()) * 1_000_000n + (process.hrtime.bigint() % 1_000_000n)

function createTime(text: string): (data: Data, now: bigint) => bigint {
  const divisors: Readonly<Record<string, bigint>> = { now: 1_000_000n, now_ms: 1_000_000n, now_us: 1000n, now_ns: 1n }
  const divisor = divisors[text]
  if (divisor !== undefined) return (_, now) => now / divisor
  const template = parseTemplate(text)
  return (data) => {
    const digits = fill(template, data)
    if (!/^-?\d+$/.test(digits)) throw new Error('the timestamp must be an integer')
    return BigInt(digits)
  }
}

/** A single placeholder keeps the type of its value. */
function createValue(template: Template): (data: Data) => unknown {
  const [only, ...others] = template.parts
  if (typeof only === 'object' && others.length === 0) return (data) => dataLookup(data)(only.path, only.name)
  return (data) => fill(template, data)
}

/** @throws {Error} if it is not a value of the type */
function convert(value: unknown, type: DataType): Value {
  if (value === undefined || value === null || value === 'undefined') return null
  const text = fill(oneValue, { value })
  switch (type) {
    case 'text':
      return text
    case 'boolean':
      if (/^(true|1)$/i.test(text)) return true
      if (/^(false|0)$/i.test(text)) return false
      break
    case 'int32':
    case 'int64': {
      const whole = /^[+-]?\d+$/.test(text) ? BigInt(text) : toWhole(Number(text))
      const limit = type === 'int32' ? 31 : 63
      if (whole !== undefined && BigInt.asIntN(limit + 1, whole) === whole) return whole
      break
    }
    default:
      if (text.trim() !== '' && Number.isFinite(Number(text))) return Number(text)
  }
  throw new Error(`a value is not of the type ${type}`)
}

const oneValue = parseTemplate('${value}')
const toWhole = (value: number) => (Number.isFinite(value) ? BigInt(Math.trunc(value)) : undefined)
