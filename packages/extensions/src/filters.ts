import { parseFilter, ReasonError, validateTopicFilter } from '@mqdeck/broker/catalog'

/** A sentence about what is wrong with a topic filter; undefined when it is one. */
export function troubleWithFilter(text: string): string | undefined {
  try {
    validateTopicFilter(text)
    return undefined
  } catch (error) {
    if (error instanceof ReasonError) return `This is not a topic filter: ${error.message}.`
    throw error
  }
}

/** `$share/g/` and `a/+` of `$share/g/a/+`; `$queue/` and `$exclusive/` likewise. What is no filter stays whole. */
export function splitFilter(text: string): readonly [before: string, filter: string] {
  if (troubleWithFilter(text) !== undefined) return ['', text]
  const { filter } = parseFilter(text)
  return [text.slice(0, text.length - filter.length), filter]
}
