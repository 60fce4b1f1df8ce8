import type { RuleEvent } from '@mqdeck/contract'
import { httpRequests, type RenderedRequest, withoutSecrets } from '@mqdeck/integrations/catalog'
import { eventOfSource, fromPlainMap, sampleOf, type ValueMap } from '@mqdeck/rules/catalog'
import { isRecord } from '../../lib/json-path.ts'
import { exampleTopic, published } from './trigger.ts'

/** Milliseconds since the epoch of everything in examples: they do not change from one look to the next. */
const then = 1_767_225_600_000

/** An example of an event with the broker's own test values, as a rule that selects all hands it over. */
export function sampleEvent({ event, columns, test_columns }: RuleEvent, filters: readonly string[]): ValueMap {
  const known = eventOfSource(event)
  const sample = examplesFirst(
    sampleOf(
      {
        name: known?.event === event ? known.name : event.replace('$events/', '').replace('_', '.'),
        columns: known?.event === event ? known.columns : columns,
        testColumns: test_columns,
      },
      'mqdeck@127.0.0.1',
      then,
    ),
    test_columns,
  )
  const [filter] = filters
  return filter !== undefined && 'topic' in sample ? { ...sample, topic: exampleTopic(filter) } : sample
}

/** What one is most likely to change stands at the beginning. */
const examplesFirst = (sample: ValueMap, examples: object): ValueMap => ({
  ...Object.fromEntries(Object.entries(sample).filter(([column]) => Object.hasOwn(examples, column))),
  ...sample,
})

/** What a rule is tested with so that a source of its SQL is meant: the event, and of a topic filter a topic that fits. */
export function contextOf(source: string): { readonly event_type: string; readonly topic?: string } {
  if (source.startsWith('$bridges/')) return { event_type: source.replace(/:.*$/, ':*') }
  const isEvent = source.startsWith('$events/')
  const event_type = (isEvent ? source : published).replace(/^\$events\/(sys\/)?/, '')
  return isEvent ? { event_type } : { event_type, topic: exampleTopic(source) }
}

/** As somebody reads it and changes it. */
export const sampleText = (sample: unknown): string =>
  // Examples have no integers that a number could not hold.
  JSON.stringify(sample, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value), 2)

/** The data that a text stands for; undefined when it is no JSON object. */
export function readSample(text: string): ValueMap | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? fromPlainMap(value) : undefined
  } catch {
    return undefined
  }
}

export type Preview =
  | { readonly request: RenderedRequest & { readonly url: string; readonly text: string | undefined } }
  | { readonly problem: string }

const utf8 = new TextDecoder()

/** The request that the settings of a form make of the data, with the renderer that the broker has. */
export function previewOf(connector: unknown, action: unknown, data: ValueMap): Preview {
  const url = isRecord(connector) && typeof connector.url === 'string' ? connector.url : ''
  const parameters = isRecord(action) && isRecord(action.parameters) ? action.parameters : {}
  const { method, path, headers, body } = parameters
  try {
    const render = httpRequests({
      url,
      connectorHeaders: {},
      method: typeof method === 'string' ? method : 'post',
      path: typeof path === 'string' ? path : '',
      headers: isRecord(headers) ? textsOf(headers) : {},
      body: typeof body === 'string' ? body : undefined,
    })
    const request = render(data)
    const { body: sent } = request
    return {
      request: {
        ...request,
        url: originOf(url) + request.path,
        headers: withoutSecrets(request.headers),
        text: sent instanceof Uint8Array ? utf8.decode(sent) : sent,
      },
    }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

/** A name that is still being typed is no header yet. */
const textsOf = (headers: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (name === '' ? [] : [[name, String(value ?? '')]])),
  )

const originOf = (url: string): string => /^[a-z]+:\/\/[^/?#]*/i.exec(url)?.[0] ?? ''
