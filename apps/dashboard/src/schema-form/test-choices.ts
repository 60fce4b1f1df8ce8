import { guessedLabel } from './symbol-texts.ts'
import type { SchemaTexts } from './texts.ts'
import type { WireSchema } from './wire.ts'

/** Shown as states or fixed by the page, so not selectable in a form. */
const notChosen = new Set(['status', 'type', 'backend'])

/** For tests: unlabelled symbols of every field with a choice, as `field symbol`. */
export function choicesIn(schema: WireSchema, texts: SchemaTexts[string] = {}, field = ''): readonly string[] {
  const declared = texts[field]?.symbols
  const own =
    schema.type === 'enum' && (schema.symbols ?? []).length > 1 && !notChosen.has(field)
      ? (schema.symbols ?? [])
          .filter((symbol) => typeof symbol !== 'number')
          .filter((symbol) => !(declared?.[String(symbol)] ?? guessedLabel(String(symbol), field)))
          .map((symbol) => `${field} ${symbol}`)
      : []
  return [
    ...own,
    ...Object.entries(schema.properties ?? {}).flatMap(([key, inner]) => choicesIn(inner, texts, key)),
    ...(schema.oneOf ?? []).flatMap((alternative) => choicesIn(alternative, texts, field)),
    ...(schema.items ? choicesIn(schema.items, texts, field) : []),
  ]
}
