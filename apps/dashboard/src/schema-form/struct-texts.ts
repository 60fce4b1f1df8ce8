import type { AnyStruct } from '@mqdeck/contract'
import type { FieldTexts, SchemaTexts } from './texts.ts'
import type { WireSchema } from './wire.ts'

/** Labels and help of the declared structs and of the structs inside of them, by component and field. */
export function structTexts(structs: readonly AnyStruct[]): SchemaTexts {
  const found = new Map<string, Readonly<Record<string, FieldTexts>>>()
  const add = (one: AnyStruct) => {
    if (found.has(one.name)) return
    const fields = Object.entries(one.fields)
    found.set(one.name, Object.fromEntries(fields.map(([key, field]) => [key, textsOfSetting(field)])))
    for (const [, { kind }] of fields) kind.structs.forEach(add)
  }
  structs.forEach(add)
  return Object.fromEntries(found)
}

const textsOfSetting = ({
  label,
  help,
  advanced,
  requiredInForms: required,
  form: refine,
  columns,
}: AnyStruct['fields'][string]): FieldTexts => ({
  label,
  ...(help && { help }),
  ...(advanced && { advanced }),
  ...(required && { required }),
  ...(refine && { refine: refine as WireSchema }), // of our own dialect
  ...(columns && { columns }),
})
