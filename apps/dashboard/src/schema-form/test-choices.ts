import { hasLabel } from './symbol-texts.ts'
import type { WireSchema } from './wire.ts'

/** Shown as states or fixed by the page, so not selectable in a form. */
const notChosen = new Set(['status', 'type', 'backend'])

/** For tests: unlabelled symbols of every field with a choice, as `field symbol`. */
export function choicesIn(schema: WireSchema, field = ''): readonly string[] {
  const own =
    schema.type === 'enum' && (schema.symbols ?? []).length > 1 && !notChosen.has(field)
      ? (schema.symbols ?? []).filter((symbol) => !hasLabel(symbol, field)).map((symbol) => `${field} ${symbol}`)
      : []
  return [
    ...own,
    ...Object.entries(schema.properties ?? {}).flatMap(([key, inner]) => choicesIn(inner, key)),
    ...(schema.oneOf ?? []).flatMap((alternative) => choicesIn(alternative, field)),
    ...(schema.items ? [choicesIn(schema.items, field)].flat() : []),
  ]
}
