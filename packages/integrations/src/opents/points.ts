import { parseTemplate, type Template } from '@mqdeck/kit/template'
import type { ActionPlain } from '../plain.ts'
import type { Data } from '../port.ts'
import { dataLookup, fill } from '../template.ts'
import type { opents } from './manifest.ts'

/** A point as in the body of `/api/put`. */
export interface Point {
  readonly metric: string
  readonly timestamp: bigint
  readonly value: unknown
  readonly tags: Readonly<Record<string, unknown>>
}

type Settings = ActionPlain<typeof opents>['data'][number]

const defaults: Settings = { metric: '${metric}', tags: '${tags}', value: '${value}' }

/** Creates points. Throws for data that cannot become a point. */
export function createPoints(settings: readonly Settings[]): (data: Data) => readonly Point[] {
  const all = (settings.length === 0 ? [defaults] : settings).map(createPoint)
  return (data) => all.map((make) => make(data))
}

function createPoint({ metric, tags, value, timestamp = '${timestamp}' }: Settings): (data: Data) => Point {
  const metricTemplate = parseTemplate(metric)
  const tagsOf = createTags(tags)
  const readValue = typeof value === 'string' ? createValue(parseTemplate(value)) : () => value
  const time = createValue(parseTemplate(timestamp))
  return (data) => {
    const digits = String(time(data))
    if (!/^\d+$/.test(digits)) throw new Error('the timestamp of a point must be an integer')
    return {
      metric: fill(metricTemplate, data),
      timestamp: BigInt(digits),
      value: requireValue(readValue(data), 'value'),
      tags: tagsOf(data),
    }
  }
}

function requireValue(value: unknown, what: string): unknown {
  if (value === undefined || value === null) throw new Error(`the data has no ${what} for a point`)
  return value
}

/** A single placeholder keeps the type of its value, otherwise the result is a string. */
function createValue(template: Template): (data: Data) => unknown {
  const [only, ...others] = template.parts
  if (typeof only === 'object' && others.length === 0) return (data) => dataLookup(data)(only.path, only.name)
  return (data) => fill(template, data)
}

function createTags(tags: Settings['tags']): (data: Data) => Point['tags'] {
  if (typeof tags === 'string') {
    const whole = createValue(parseTemplate(tags))
    return (data) => {
      const value = whole(data) ?? {}
      if (typeof value !== 'object' || Array.isArray(value) || value instanceof Uint8Array)
        throw new Error('the tags of a point must be an object')
      return { ...value }
    }
  }
  const pairs = Object.entries(tags).map(([name, value]) => [parseTemplate(name), parseTemplate(value)] as const)
  return (data) => Object.fromEntries(pairs.map(([name, value]) => [fill(name, data), fill(value, data)]))
}
