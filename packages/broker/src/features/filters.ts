import { ReasonError } from '../packets/reason-error.ts'
import { parseFilter, validateTopicFilter } from '../routing/topic.ts'

/** The error of a topic filter; undefined if it is valid. */
export function troubleWithFilter(text: string): string | undefined {
  try {
    validateTopicFilter(text)
    return undefined
  } catch (error) {
    if (error instanceof ReasonError) return `This is not a topic filter: ${error.message}.`
    throw error
  }
}

/** Splits `$share/g/a/+` into `$share/g/` and `a/+`; the same for `$queue/` and `$exclusive/`. Invalid filters are not split. */
export function splitFilter(text: string): readonly [before: string, filter: string] {
  if (troubleWithFilter(text) !== undefined) return ['', text]
  const { filter } = parseFilter(text)
  return [text.slice(0, text.length - filter.length), filter]
}
