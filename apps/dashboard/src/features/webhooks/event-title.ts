import type { RuleEvent } from '@mqdeck/contract'
import type { Locale } from '../../i18n/index.ts'

/** Title of an event with a capital letter, such as `Client connected`, or its name if it has no title. */
export function eventTitle(event: string, events: readonly RuleEvent[], locale: Locale): string {
  const title = events.find((one) => one.event === event)?.title[locale] || event
  return title.slice(0, 1).toUpperCase() + title.slice(1)
}
