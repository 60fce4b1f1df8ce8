import { messageOf, type RuleEvent } from '@mqdeck/contract'
import { httpRequests, type RenderedRequest, shownRequest } from '@mqdeck/integrations/catalog'
import { eventOfSource, fromPlainMap, sampleOf, type ValueMap } from '@mqdeck/rules/catalog'
import { isRecord } from '../../lib/json/json-path.ts'
import { exampleTopic, published } from './trigger.ts'

/** Fixed time of all examples in milliseconds since the epoch, so that they do not change. */
const then = 1_767_225_600_000

/** An example event with the test values of the broker, as the result of SELECT *. */
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

/** Moves the columns that users change most to the start. */
const examplesFirst = (sample: ValueMap, examples: object): ValueMap => ({
  ...Object.fromEntries(Object.entries(sample).filter(([column]) => Object.hasOwn(examples, column))),
  ...sample,
})

/** The test event of an input, with a matching topic for a topic filter. */
export function contextOf(source: string): { readonly event_type: string; readonly topic?: string } {
  if (source.startsWith('$bridges/')) return { event_type: source.replace(/:.*$/, ':*') }
  const isEvent = source.startsWith('$events/')
  const event_type = (isEvent ? source : published).replace(/^\$events\/(sys\/)?/, '')
  return isEvent ? { event_type } : { event_type, topic: exampleTopic(source) }
}

/** Formats the example for editing. */
export const sampleText = (sample: unknown): string =>
  // All integers in examples fit into a number.
  JSON.stringify(sample, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value), 2)

/** Undefined if the text is not a JSON object. */
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

/** Renders the request of the settings in a form with the same code as the broker. */
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
    const request = shownRequest(render(data))
    const { body: sent } = request
    return {
      request: {
        ...request,
        url: originOf(url) + request.path,
        text: sent instanceof Uint8Array ? utf8.decode(sent) : sent,
      },
    }
  } catch (error) {
    return { problem: messageOf(error) }
  }
}

/** Headers without a name are still being typed. */
const textsOf = (headers: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (name === '' ? [] : [[name, String(value ?? '')]])),
  )

const originOf = (url: string): string => /^[a-z]+:\/\/[^/?#]*/i.exec(url)?.[0] ?? ''
