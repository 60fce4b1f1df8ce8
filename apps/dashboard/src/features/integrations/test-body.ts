import { isRecord, type Path } from '../../lib/json/json-path.ts'
import { createFormStore, type FormStore } from '../../schema-form/form-store.ts'
import { buildModel } from '../../schema-form/model.ts'
import { toVariant, variantOf } from '../../schema-form/plug-in-schema.ts'
import { initialValue, toWireValue } from '../../schema-form/values.ts'
import type { SchemaDocument } from '../../schema-form/wire.ts'
import { formShape } from './form/wire-form.ts'
import type { Kind } from './kinds.ts'
import { exampleOf } from './manifests.ts'

/**
 * For tests: the body that the form of a new object sends after some fields are filled in.
 * @param typed by path, such as `parameters.server`
 * @throws if the form would not send it
 */
export function newBody(
  document: SchemaDocument,
  kind: Kind,
  type: string,
  typed: Readonly<Record<string, unknown>>,
): unknown {
  const { schema } = formShape(document, kind, type, false, {})
  const start = { ...exampleOf(kind, type), type }
  const variant = variantOf(schema, start)
  const model = variant && buildModel(schema.document, variant.name, schema.texts)
  if (!variant || !model) throw new Error(`${kind} ${type} has no form`)
  const store = createFormStore(model, initialValue(model), true)
  enter(store, [], toVariant(start, undefined, variant))
  for (const [path, value] of Object.entries(typed)) store.set(path.split('.'), value)
  const { initial } = store.get()
  if (!store.checkAll()) throw new Error(JSON.stringify([...store.get().faults]))
  return toWireValue(model, store.get().value, initial)
}

/** Sets values one by one over the defaults. */
function enter(store: FormStore, path: Path, value: unknown): void {
  if (isRecord(value)) for (const [key, inner] of Object.entries(value)) enter(store, [...path, key], inner)
  else store.set(path, value)
}
